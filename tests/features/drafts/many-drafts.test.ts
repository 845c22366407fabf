import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { documentFiles } from '#features/documents/document-files.ts';
import { loadDraft } from '#features/drafts/draft-database.ts';
import { answersChanged, stepOpened } from '#features/drafts/draft-events.ts';
import { createDraft, openDraft, parkDraft } from '#features/drafts/open-draft.ts';
import { closeDatabase } from '#platform/database.ts';

const DRAFTS = 10;
const SWITCHES = 200;
const FIELDS = ['firstName', 'familyName', 'passportNumber', 'streetName'] as const;

let store: AppStore;
beforeEach(async () => {
  await closeDatabase();
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  sessionStorage.clear();
  store = createStore();
});

type Doing =
  | { readonly kind: 'answer'; readonly name: (typeof FIELDS)[number]; readonly value: string }
  | { readonly kind: 'attach'; readonly content: string }
  | { readonly kind: 'step'; readonly step: number };

const doing: fc.Arbitrary<Doing> = fc.oneof(
  fc.record({ kind: fc.constant('answer'), name: fc.constantFrom(...FIELDS), value: fc.string({ maxLength: 20 }) }),
  fc.record({ kind: fc.constant('attach'), content: fc.string({ minLength: 1, maxLength: 20 }) }),
  fc.record({ kind: fc.constant('step'), step: fc.integer({ min: 1, max: 4 }) }),
);
const visit = fc.record({ draft: fc.nat(DRAFTS - 1), doings: fc.array(doing, { minLength: 1, maxLength: 3 }) });

interface Expected {
  answers: Record<string, string>;
  step: number;
  content: string | undefined;
}

/** Does something to the open draft, and to what is expected of it. Every file has the same name. */
async function act(id: string, what: Doing, expected: Expected): Promise<void> {
  if (what.kind === 'answer') {
    store.dispatch(answersChanged({ [what.name]: what.value }));
    expected.answers[what.name] = what.value;
  } else if (what.kind === 'step') {
    store.dispatch(stepOpened(what.step));
    expected.step = what.step;
  } else {
    const file = new Blob([what.content], { type: 'application/pdf' });
    // The hash replaces the content: bytes do not survive the imitation of the database.
    const description = { name: 'passport.pdf', type: file.type, size: file.size, sha256: what.content };
    await documentFiles.put(id, 'passport', description, file);
    expected.content = what.content;
  }
}

test(`${DRAFTS} drafts, ${SWITCHES} switches with edits and files of one name: nothing crosses`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(visit, { minLength: SWITCHES, maxLength: SWITCHES }), async (visits) => {
      const ids: string[] = [];
      const expected = new Map<string, Expected>();
      for (let made = 0; made < DRAFTS; made += 1) {
        await store.dispatch(createDraft(made % 2 === 0 ? 'direct' : 'agent'));
        const id = store.getState().application.draft?.id ?? '';
        ids.push(id);
        expected.set(id, { answers: {}, step: 1, content: undefined });
        await act(id, { kind: 'answer', name: 'firstName', value: `student ${made}` }, expected.get(id) as Expected);
      }
      for (const { draft, doings } of visits) {
        const id = ids[draft] ?? '';
        expect(await store.dispatch(openDraft(id))).toBe(true);
        for (const one of doings) await act(id, one, expected.get(id) as Expected);
      }
      await store.dispatch(parkDraft());
      for (const [id, { answers, step, content }] of expected) {
        expect(await loadDraft(id, Date.now())).toMatchObject({ id, step, answers });
        const [document] = await documentFiles.list(id);
        expect(document?.description.sha256).toBe(content);
      }
    }),
    // One run is the 200 switches; a failure is shown as it is.
    { numRuns: 1, endOnFailure: true },
  );
});
