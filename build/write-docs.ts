import { readFile, writeFile } from 'node:fs/promises';
import { renderAttacks } from '#tests/server/support/attack-table.ts';
import { renderFailures } from '#tests/server/support/failure-table.ts';
import { fieldTable } from './field-table.ts';
import { replaceTable } from './replace-table.ts';
import { envExample, settingsTable } from './settings-texts.ts';

/** Pages and tables that are generated from the code. Tests fail if they are out of date. */
const PAGES = {
  'docs/develop/fields.md': fieldTable,
  'docs/operate/settings.md': settingsTable,
  '.env.example': envExample,
};
const TABLES = { 'docs/develop/failures.md': renderFailures, 'docs/develop/attacks.md': renderAttacks };

const at = (page: string) => new URL(`../${page}`, import.meta.url);
for (const [page, text] of Object.entries(PAGES)) await writeFile(at(page), text());
for (const [page, table] of Object.entries(TABLES)) {
  await writeFile(at(page), replaceTable(await readFile(at(page), 'utf8'), table()));
}
