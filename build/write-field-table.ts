import { readFile, writeFile } from 'node:fs/promises';
import { fieldTable } from './field-table.ts';

/** Writes docs/fields.md from the catalogues; with `--check` only says whether it is up to date. */
const path = new URL('../docs/fields.md', import.meta.url);
const table = fieldTable();

if (!process.argv.includes('--check')) {
  await writeFile(path, table);
} else if ((await readFile(path, 'utf8')) !== table) {
  process.stderr.write('docs/fields.md is out of date: node build/write-field-table.ts\n');
  process.exitCode = 1;
}
