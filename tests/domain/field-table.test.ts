import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { fieldTable } from '../../build/field-table.ts';
import { FORMS } from './support/catalogue.ts';

describe('docs/develop/fields.md', () => {
  test('is what the catalogues say today', async () => {
    const committed = await readFile(new URL('../../docs/develop/fields.md', import.meta.url), 'utf8');
    expect(committed, 'renew it: node build/write-docs.ts').toBe(fieldTable());
  });
  test('names every field with its label and its rules', () => {
    const table = fieldTable();
    for (const { name, label, rules } of FORMS.flatMap((form) => form.fields)) {
      for (const text of [`\`${name}\``, label, ...rules.map((rule) => rule.test)]) {
        expect(table).toContain(text);
      }
    }
  });
});
