import { DRAFT_LIFE_MS, readDraft } from '#features/drafts/draft.ts';
import { forgetCopy, readCopies } from '#features/drafts/draft-copy.ts';
import { readFrom, writeTo } from '#platform/database.ts';

/** One saved state of a draft on this device. */
export interface SavedVersion {
  readonly draftId: string;
  readonly place: 'IndexedDB' | 'copy made on leaving' | 'set aside';
  /** Absent where the state cannot be read. */
  readonly revision?: number;
  /** Milliseconds since 1970. */
  readonly changedAt?: number;
  /** Bytes of the state as JSON. */
  readonly bytes: number;
  /** Number and bytes of the documents beside it. */
  readonly documents: { readonly count: number; readonly bytes: number };
}

const NO_DOCUMENTS = { count: 0, bytes: 0 };

/** Everything that this device has of any draft. Rejects where the browser gives no storage. */
export async function listSavedVersions(): Promise<readonly SavedVersion[]> {
  const [drafts, aside, files] = await readFrom(['drafts', 'quarantine', 'files'], (transaction) =>
    Promise.all([
      transaction.objectStore('drafts').getAll(),
      transaction.objectStore('quarantine').getAll(),
      transaction.objectStore('files').getAll(),
    ]),
  );
  return [
    ...drafts.map((state) => {
      const own = files.filter(({ draftId }) => draftId === state.id);
      return describe(state.id, 'IndexedDB', state, {
        count: own.length,
        bytes: own.reduce((sum, { bytes }) => sum + (bytes instanceof Blob ? bytes.size : bytes.byteLength), 0),
      });
    }),
    ...readCopies().map(({ id, draft, value }) => describe(id, 'copy made on leaving', draft ?? value)),
    ...aside.map(({ draftId, value }) => describe(draftId, 'set aside', value)),
  ];
}

function describe(
  draftId: string,
  place: SavedVersion['place'],
  state: unknown,
  documents: SavedVersion['documents'] = NO_DOCUMENTS,
): SavedVersion {
  const draft = readDraft(state);
  const bytes = new Blob([JSON.stringify(state) ?? '']).size;
  return { draftId, place, bytes, documents, ...(draft && { revision: draft.revision, changedAt: draft.changedAt }) };
}

/** How long before its end a draft is put by `ageDraft`. */
const LEFT_MS = 60_000;

/** Makes a draft 23 h 59 min old, as if nobody had touched it since. The page must be loaded anew to see it. */
export async function ageDraft(draftId: string, now: number): Promise<void> {
  await rewrite(draftId, (state) => ({
    ...state,
    changedAt: now - DRAFT_LIFE_MS + LEFT_MS,
    // The newer revision wins over whatever the page still holds.
    revision: (readDraft(state)?.revision ?? 0) + 1,
  }));
}

/** Makes a draft's saved state one that no version of the page can read. */
export async function corruptDraft(draftId: string): Promise<void> {
  await rewrite(draftId, ({ id }) => ({ id, answers: 'made unreadable by the developer tools' }));
}

async function rewrite(draftId: string, change: (state: { readonly id: string }) => { readonly id: string }) {
  await writeTo(['drafts'], async ({ store }) => {
    const state = await store.get(draftId);
    if (state) await store.put(change(state));
  });
  forgetCopy(draftId);
}

/** Loads the page anew and keeps it from saving on the way out what has just been changed under its feet. */
export function reloadWithoutSaving(): void {
  for (const leaving of ['pagehide', 'visibilitychange', 'beforeunload']) {
    window.addEventListener(leaving, (event) => event.stopImmediatePropagation(), { capture: true });
  }
  location.reload();
}
