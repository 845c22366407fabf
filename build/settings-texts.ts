import { SETTING_GROUPS, type Setting } from '#server/settings.ts';

/** The text of `.env.example`: every variable with its description and default, as comments. */
export function envExample(): string {
  const groups = SETTING_GROUPS.map(([title, settings]) => [
    `# ${title.toUpperCase()}`,
    ...settings.flatMap(exampleLines),
  ]);
  return `${[ENV_INTRODUCTION, ...groups.map((lines) => lines.join('\n'))].join('\n\n')}\n`;
}

const ENV_INTRODUCTION = `# Every variable that the server reads, but NODE_ENV (docs/operate/settings.md). Copy to .env and remove the # of
# what you set; the others keep the default that is shown. Put a value with a # or a \\ in single quotes. A secret or an address may be in a file: NAME_FILE=/path instead of NAME.
# Made from server/settings.ts by \`node build/write-docs.ts\`; a test keeps it up to date.`;

const exampleLines = ({ variable, about, default: standard }: Setting): readonly string[] => [
  `# ${about}`,
  `#${variable}=${standard ?? ''}`,
];

/** The text of docs/operate/settings.md: the same as lists. Secrets and addresses are marked. */
export function settingsTable(): string {
  const groups = SETTING_GROUPS.map(([title, settings]) => [`## ${title}`, '', ...settings.map(line)].join('\n'));
  return `${[INTRODUCTION, ...groups].join('\n\n')}\n`;
}

const INTRODUCTION = `# Settings

Every variable of the environment or \`.env\`, with its default in brackets. Made from \`server/settings.ts\` by
\`node build/write-docs.ts\`. At start the server names every wrong value and exits. [\`npm run check-settings\`](install.md) also
asks the services.

A *secret* or *address* (with its parts) never reaches the browser, a log line, an error body or a metric label. It may be in a
file instead: \`CRICOS_PASSWORD_FILE=/run/secrets/password\` sets \`CRICOS_PASSWORD\`.

In \`.env\` put a value with a \`#\` or a \`\\\` in single quotes. \`NODE_ENV=production\` prevents demo mode unless \`DEMO=1\`.`;

const MARKS: Readonly<Record<Setting['secrecy'], string>> = {
  public: '',
  secret: ' *(secret)*',
  address: ' *(address)*',
};

const line = ({ variable, about, default: standard, secrecy, requiredBy, needs }: Setting): string => {
  const needed = requiredBy === undefined ? '' : `; needed with \`${requiredBy}\``;
  const alone = needs === undefined || needs === requiredBy ? '' : `; not without \`${needs}\``;
  const value = standard ? ` (\`${standard}\`)` : '';
  return `- \`${variable}\`${value}: ${about}${needed}${alone}${MARKS[secrecy]}`;
};
