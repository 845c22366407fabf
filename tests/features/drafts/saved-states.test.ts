import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DRAFT_SCHEMA, readDraft } from '#features/drafts/draft.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../fixtures/saved-states');
const read = (version: number): unknown => JSON.parse(readFileSync(path.join(FOLDER, `v${version}.json`), 'utf8'));
const versions = Array.from({ length: DRAFT_SCHEMA }, (_none, index) => index + 1);

test('there is a saved state of every version ever released, and of no other', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(versions.map((version) => `v${version}.json`));
});

test.each(versions)('what version %i saved is read by this one, with nothing lost', (version) => {
  const saved = read(version) as Record<string, unknown>;
  expect(readDraft(saved)).toEqual({ label: '', ...saved, schema: DRAFT_SCHEMA });
});

test('a migration that meets what no version ever wrote does not escape', () => {
  const trap = new Proxy(read(1) as object, {
    ownKeys() {
      throw new Error('no keys');
    },
  });
  expect(readDraft(trap)).toBeUndefined();
});
