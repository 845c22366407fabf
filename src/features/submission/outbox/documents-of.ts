import type { AppStore } from '#app/store.ts';
import { selectDraftDocuments } from '#features/documents/documents-slice.ts';
import { type Arrivals, documentsEngineOf, toReferences } from '#features/documents/use-documents.ts';
import { DocumentsFailed } from '#features/documents/wait-for-uploads.ts';
import { probeServer } from '#platform/connection.ts';
import type { OutboxEntry } from './entry.ts';

/** How often it is looked whether the documents get on. */
const LOOK_MS = 1000;
/** No byte of any document has moved for so long: the next in line is not held up any longer. */
const STUCK_MS = 60_000;

/**
 * An entry's documents as its PUT names them, once the server has them all. Resolves to the slots of those that cannot
 * come or are not what was confirmed; rejects when the signal aborts, or when there is no getting on now.
 */
export async function documentsOf(store: AppStore, entry: OutboxEntry, signal: AbortSignal): Promise<Arrivals> {
  const waiting = new AbortController();
  const leave = () => waiting.abort();
  signal.addEventListener('abort', leave, { once: true });
  const stopLooking = whenStuck(store, entry.id, leave);
  try {
    const arriving = documentsEngineOf(store).whenUploaded(entry.id, waiting.signal);
    return confirmedOnly(entry, toReferences(await Promise.race([arriving, aborted(waiting.signal)])));
  } catch (failure) {
    if (failure instanceof DocumentsFailed) return { ok: false, slots: failure.slots };
    throw failure;
  } finally {
    stopLooking();
    signal.removeEventListener('abort', leave);
  }
}

/** Documents that were exchanged after the confirmation are not what the applicant has confirmed. */
function confirmedOnly({ documents }: OutboxEntry, references: ReturnType<typeof toReferences>): Arrivals {
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
