import type { AppStore } from '#app/store.ts';
import type { DocumentReference } from '#contract/applications.ts';
import { type Arrivals, documentsEngine } from '#features/documents/documents-engine.ts';
import { selectDraftDocuments } from '#features/documents/documents-slice.ts';
import { probeServer } from '#platform/connection.ts';
import { type ConfirmedApplication, sendApplication } from '../send-application.ts';
import type { Delivery } from './drain.ts';
import { type OutboxEntry, replaceEntry } from './outbox-storage.ts';

/** What this page knows beyond the disk. */
export interface Attempts {
  /** What was confirmed here and not tried yet: the person is watching. */
  readonly fresh: Map<string, ConfirmedApplication>;
  /** Takes an attempt back while it waits for documents. */
  readonly leaving: Map<string, AbortController>;
}

/**
 * One attempt to bring an entry to the server. What the PUT names is written down before it goes out: when its reply is
 * lost, the same PUT is repeated word for word, and the server knows it by that.
 */
export async function sendEntry(store: AppStore, entry: OutboxEntry, attempts: Attempts): Promise<Delivery> {
  const application = attempts.fresh.get(entry.id);
  attempts.fresh.delete(entry.id);
  const { references } = entry;
  const controller = new AbortController();
  attempts.leaving.set(entry.id, controller);
  const outcome = await sendApplication(
    store.dispatch,
    entry.id,
    {
      ...entry,
      whenUploaded: async (signal) =>
        references ? { ok: true, documents: references } : documentsOf(store, entry, signal),
    },
    { signal: controller.signal, quiet: application === undefined, beforePut: (named) => noted(entry, named) },
  );
  attempts.leaving.delete(entry.id);
  if (outcome.kind === 'sent') return { kind: 'sent' };
  if (outcome.kind === 'given-up') return { kind: 'withdrawn' };
  if (outcome.again) return { kind: 'later' };
  // The uploads of the attempt before have ended on the server: the documents are here, and are brought once more.
  if (references && outcome.failure.code === 'UPLOAD_MISMATCH')
    return sendEntry(store, withoutReferences(entry), attempts);
  return { kind: 'refused', failure: outcome.failure };
}

const noted = (entry: OutboxEntry, references: DocumentReference[]): Promise<boolean> =>
  replaceEntry({ ...entry, references });

function withoutReferences({ references: _gone, ...entry }: OutboxEntry): OutboxEntry {
  return entry;
}

/** How often it is looked whether the documents get on. */
const LOOK_MS = 1000;
/** No byte of any document has moved for so long: the next in line is not held up any longer. */
const STUCK_MS = 60_000;

/**
 * An entry's documents as its PUT names them, once the server has them all. Resolves to the slots of those that cannot
 * come or are not what was confirmed; rejects when the signal aborts, or when there is no getting on now.
 */
async function documentsOf(store: AppStore, entry: OutboxEntry, signal: AbortSignal): Promise<Arrivals> {
  const waiting = new AbortController();
  const leave = () => waiting.abort();
  signal.addEventListener('abort', leave, { once: true });
  const stopLooking = whenStuck(store, entry.id, leave);
  try {
    const arriving = store.dispatch(documentsEngine()).whenUploaded(entry.id, waiting.signal);
    const arrivals = await Promise.race([arriving, aborted(waiting.signal)]);
    return arrivals.ok ? confirmedOnly(entry, arrivals.documents) : arrivals;
  } finally {
    stopLooking();
    signal.removeEventListener('abort', leave);
  }
}

/** Documents that were exchanged after the confirmation are not what the applicant has confirmed. */
function confirmedOnly({ documents }: OutboxEntry, references: readonly DocumentReference[]): Arrivals {
  const same = documents.map(({ slot, size, sha256 }) =>
    references.find(
      (one) => one.slot === slot && one.size === size && (!sha256 || !one.sha256 || one.sha256 === sha256),
    ),
  );
  const changed = documents.filter((_document, index) => same[index] === undefined).map(({ slot }) => slot);
  if (changed.length > 0) return { ok: false, slots: changed };
  return { ok: true, documents: same.flatMap((one) => one ?? []) };
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** Calls when the server does not answer while documents wait, or nothing has moved for a while. Returns what ends it. */
function whenStuck(store: AppStore, draftId: string, call: () => void): () => void {
  let before = '';
  let since = performance.now();
  const look = async () => {
    const documents = Object.values(selectDraftDocuments(store.getState(), draftId));
    const now = documents.map(({ state, uploadedBytes }) => `${state} ${uploadedBytes}`).join();
    if (now !== before) since = performance.now();
    before = now;
    if (performance.now() - since > STUCK_MS) return call();
    const cut = !store.getState().connection.online || documents.some(({ state }) => state === 'retrying');
    if (cut && !(await store.dispatch(probeServer()))) call();
  };
  void look();
  const timer = setInterval(look, LOOK_MS);
  return () => clearInterval(timer);
}
