import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { fieldTable } from '../../build/field-table.ts';
import { FORMS } from './support/catalogue.ts';

describe('docs/develop/fields.md', () => {
  test('is what the catalogues say today', async () => {
    const committed = await readFile(new URL('../../docs/develop/fields.md', import.meta.url), 'utf8');
    expect(committed).toBe(fieldTable());
  });
  test('names every field, message and rule', () => {
    const table = fieldTable();
    for (const { name, label, required = '', rules } of FORMS.flatMap((form) => form.fields)) {
      for (const text of [`\`${name}\``, label, required, ...rules.map((rule) => rule.message)]) {
        expect(table).toContain(text);
      }
    }
  });
});
