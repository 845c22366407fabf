import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { listSavedVersions } from '#features/dev-tools/saved-versions.tsx';
import { duration } from '#features/dev-tools/tool.tsx';
import { newDraft } from '#features/drafts/draft.ts';
import { keepCopy } from '#features/drafts/draft-copy.ts';
import { saveDraft } from '#features/drafts/draft-database.ts';
import { openDatabase } from '#platform/database.ts';

const ID = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const NOW = Date.parse('2026-03-01T10:00:00Z');
const draft = { ...newDraft(ID, 'direct', NOW, { firstName: 'Linh' }), revision: 3 };

afterEach(async () => {
  localStorage.clear();
  const database = await openDatabase();
  for (const store of ['drafts', 'documents', 'files', 'quarantine'] as const) await database.clear(store);
});

describe('State: what is saved on this device', () => {
  test('every saved version of a draft with place, revision, size and time', async () => {
    await saveDraft(draft);
    keepCopy({ ...draft, revision: 4 });
    const database = await openDatabase();
    await database.put('files', { draftId: ID, slot: 'passport', bytes: new Blob(['12345']) });
    await database.add('quarantine', { draftId: ID, value: 'rubbish', at: NOW });
    expect(await listSavedVersions()).toEqual([
      {
        draftId: ID,
        place: 'IndexedDB',
        revision: 3,
        changedAt: NOW,
        bytes: JSON.stringify(draft).length,
        documents: { count: 1, bytes: expect.any(Number) },
      },
      expect.objectContaining({ place: 'copy made on leaving', revision: 4 }),
      expect.objectContaining({ place: 'set aside', bytes: JSON.stringify('rubbish').length }),
    ]);
  });
});

test.each([
  [320, '320 ms'],
  [4_000, '4 s'],
  [61_000, '1 min 1 s'],
  [86_340_000, '23 h 59 min'],
  [86_400_000, '1 d'],
])('%i milliseconds are read as %s', (ms, words) => {
  expect(duration(ms)).toBe(words);
});
