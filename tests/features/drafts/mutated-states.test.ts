import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExpired, newDraft, readDraft } from '#features/drafts/draft.ts';
import { loadDraft, loadDrafts, saveDraft } from '#features/drafts/draft-database.ts';
import { openDatabase } from '#platform/database.ts';
import { mutated } from '../../fixtures/mutate-state.ts';

const NOW = Date.UTC(2026, 4, 17, 4, 3);
const answers = { formType: 'student-application', firstName: 'Amelia', agreeToTerms: true };
const GOOD = { ...newDraft('0f8fad5b-d9cb-469f-a165-70867728950e', 'direct', NOW, answers), revision: 7 };
const OTHER = { ...newDraft('7c9e6679-7425-40de-944b-e07fc1f90ae7', 'agent', NOW, answers), revision: 3 };

test('1,000 mutated saved states: none escapes as an error, none is lost, and no good draft is', async () => {
  const database = await openDatabase();
  await saveDraft(GOOD);
  await fc.assert(
    fc.asyncProperty(mutated(OTHER), async (state) => {
      await database.clear('quarantine');
      await database.put('drafts', state);
      const { drafts, unreadable } = await loadDrafts(NOW + 1);
      expect(drafts.find(({ id }) => id === GOOD.id)).toEqual(GOOD);
      // It is a draft, or it has expired, or it is kept apart word for word.
      const read = drafts.some(({ id }) => id === OTHER.id);
      const saved = readDraft(await database.get('drafts', OTHER.id));
      const hasExpired = saved !== undefined && isExpired(saved, NOW + 1);
      expect([read, hasExpired, unreadable.includes(OTHER.id)].filter(Boolean)).toHaveLength(1);
      if (unreadable.length > 0) expect(await database.getAll('quarantine')).toMatchObject([{ value: state }]);
      expect((await loadDraft(OTHER.id, NOW + 1)) !== undefined).toBe(read);
    }),
    { numRuns: 1000 },
  );
});
