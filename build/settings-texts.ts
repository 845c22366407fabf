import { SETTING_GROUPS, type Setting } from '#server/settings.ts';

/** The text of `.env.example`: every variable with its sentence and its default, all of them comments. */
export function envExample(): string {
  const groups = SETTING_GROUPS.map(([title, settings]) => [
    `# ${title.toUpperCase()}`,
    ...settings.flatMap(exampleLines),
  ]);
  return `${[ENV_INTRODUCTION, ...groups.map((lines) => lines.join('\n'))].join('\n\n')}\n`;
}

const ENV_INTRODUCTION = `# Every variable that the server reads, but NODE_ENV (docs/operate/settings.md). Copy to .env and take the # away before what
# you set; all else has the default that is shown. A value with a # or a \\ in it stands in single quotes. What is secret, and an address, may be in a file: NAME_FILE=/path instead of NAME.
# Made from server/settings.ts by \`node build/write-docs.ts\`; a test keeps it up to date.`;

const exampleLines = ({ variable, about, default: standard }: Setting): readonly string[] => [
  `# ${about}`,
  `#${variable}=${standard ?? ''}`,
];

/** The text of docs/operate/settings.md: the same as tables, with who may see each value. */
export function settingsTable(): string {
  const groups = SETTING_GROUPS.map(([title, settings]) => [`## ${title}`, '', HEAD, ...settings.map(row)].join('\n'));
  return `${[INTRODUCTION, ...groups].join('\n\n')}\n`;
}

const INTRODUCTION = `# Settings

Every variable that the server reads, from its environment or from \`.env\` beside it. Made from \`server/settings.ts\` by
\`node build/write-docs.ts\`; a test keeps it up to date. What is wrong is named at start, and the server does not run.

Secrets and addresses never reach the browser, a log line, an error body or a metric label: each is replaced by
\`[removed]\`, an address also where only its host, its password or a longer part of it occurs.

What nobody may see may be in a file instead, as containers have it: \`CRICOS_PASSWORD_FILE=/run/secrets/password\` names
the file that has the value of \`CRICOS_PASSWORD\`, without the spaces and line ends around it. This holds for every
variable below whose last column begins with "nobody"; setting both is an error.

In \`.env\` a value with a \`#\` or a \`\\\` in it stands in single quotes: without quotes it ends at the \`#\`, and in double
quotes \`\\n\` is a line break. Everything that is wrong is named at once: a value that is not taken, a variable without the one
it needs, a file that cannot be read. Names that are no setting are mentioned on the standard error, since they may be
misspelt, and hold up nothing. [\`npm run check-settings\`](install.md) asks the services themselves.

Beside these \`NODE_ENV=production\` keeps a server without any service from starting in demo mode by itself.`;

const HEAD = '| variable | meaning | default | who may see it |\n| --- | --- | --- | --- |';

const SEEN_BY: Readonly<Record<Setting['secrecy'], string>> = {
  public: 'anybody',
  secret: 'nobody',
  address: 'nobody, nor its parts',
};

const row = ({ variable, about, default: standard, secrecy, requiredBy, needs }: Setting): string => {
  const needed = requiredBy === undefined ? '' : `; needed with \`${requiredBy}\``;
  const alone = needs === undefined || needs === requiredBy ? '' : `; not without \`${needs}\``;
  const value = standard === undefined ? '' : `\`${standard}\``;
  return `| \`${variable}\` | ${about.replaceAll('|', '\\|')}${needed}${alone} | ${value} | ${SEEN_BY[secrecy]} |`;
};
