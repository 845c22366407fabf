import { writeFile } from 'node:fs/promises';
import { fieldTable } from './field-table.ts';
import { envExample, settingsTable } from './settings-texts.ts';

/** Writes the pages that are made from the code; tests say when they are out of date. */
const PAGES = { 'docs/fields.md': fieldTable, 'docs/settings.md': settingsTable, '.env.example': envExample };

for (const [page, text] of Object.entries(PAGES)) await writeFile(new URL(`../${page}`, import.meta.url), text());
