import { SETTING_GROUPS, type Setting } from '#server/settings.ts';

/** The text of `.env.example`: every variable with its sentence; what has a default has it filled in. */
export function envExample(): string {
  const groups = SETTING_GROUPS.map(([title, settings]) => [
    `# ${title.toUpperCase()}`,
    ...settings.flatMap(exampleLines),
  ]);
  return `${[ENV_INTRODUCTION, ...groups.map((lines) => lines.join('\n'))].join('\n\n')}\n`;
}

const ENV_INTRODUCTION = `# Every variable that the server reads. Copy to .env; what is left out has the default given here.
# Made from server/settings.ts by \`node build/write-docs.ts\`; a test keeps it up to date.`;

const exampleLines = ({ variable, about, default: standard }: Setting): readonly string[] => [
  `# ${about}`,
  standard === undefined ? `#${variable}=` : `${variable}=${standard}`,
];

/** The text of docs/settings.md: the same as tables, with who may see each value. */
export function settingsTable(): string {
  const groups = SETTING_GROUPS.map(([title, settings]) => [`## ${title}`, '', HEAD, ...settings.map(row)].join('\n'));
  return `${[INTRODUCTION, ...groups].join('\n\n')}\n`;
}

const INTRODUCTION = `# Settings

Every variable that the server reads, from its environment or from \`.env\` beside it. Made from \`server/settings.ts\` by
\`node build/write-docs.ts\`; a test keeps it up to date. What is wrong is named at start, and the server does not run.

Secrets and addresses never reach the browser, a log line, an error body or a metric label: each is replaced by
\`[removed]\`, an address also where only its host, its password or a longer part of it occurs.

Beside these \`NODE_ENV=production\` keeps a server without any service from starting in demo mode by itself.`;

const HEAD = '| variable | meaning | default | who may see it |\n| --- | --- | --- | --- |';

const SEEN_BY: Readonly<Record<Setting['secrecy'], string>> = {
  public: 'anybody',
  secret: 'nobody',
  address: 'nobody, nor its parts',
};

const row = ({ variable, about, default: standard, secrecy, requiredBy }: Setting): string => {
  const needed = requiredBy === undefined ? '' : `; needed with \`${requiredBy}\``;
  const value = standard === undefined ? '' : `\`${standard}\``;
  return `| \`${variable}\` | ${about.replaceAll('|', '\\|')}${needed} | ${value} | ${SEEN_BY[secrecy]} |`;
};
