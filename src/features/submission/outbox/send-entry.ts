import type { Arrivals } from '#features/documents/arrivals.ts';
import { documentsEngine } from '#features/documents/documents-engine.ts';
import { type DocumentDescriptor, selectDraftDocuments } from '#features/documents/documents-slice.ts';
import { probeServer } from '#platform/connection.ts';
import { sendApplication } from '../send-application.ts';
import type { Outbox, SubmissionThunk } from '../submission-services.ts';
import type { Delivery } from './drain.ts';
import { type OutboxEntry, replaceEntry } from './outbox-storage.ts';

/**
 * One attempt to send an entry. The documents of the PUT are saved before it is sent: if the reply is lost, the retry
 * has the same body, and the server recognizes it.
 */
export const sendEntry =
  (
    entry: OutboxEntry,
    { untried, attempts }: Pick<Outbox, 'untried' | 'attempts'>,
  ): SubmissionThunk<Promise<Delivery>> =>
  async (dispatch) => {
    const isFirst = untried.delete(entry.id);
    const { references } = entry;
    const controller = new AbortController();
    attempts.set(entry.id, controller);
    const attempt = sendApplication(dispatch, entry.id, entry, {
      signal: controller.signal,
      quiet: !isFirst,
      whenUploaded: async (signal) =>
        references ? { ok: true, documents: references } : dispatch(uploadedDocuments(entry, signal)),
      beforePut: (named, sent) => replaceEntry({ ...entry, references: named }, sent),
    });
    // The documents of the PUT could not be saved, so nothing was sent.
    const outcome = await attempt.catch(() => undefined);
    attempts.delete(entry.id);
    if (outcome === undefined) return { kind: 'later' };
    if (outcome.kind !== 'failed') return outcome;
    if (outcome.again) return outcome.foreign ? { kind: 'later', foreign: true } : { kind: 'later' };
    // The server no longer has the earlier uploads; the documents are uploaded again from this device.
    if (references && outcome.failure.code === 'UPLOAD_MISMATCH')
      return dispatch(sendEntry(withoutReferences(entry), { untried, attempts }));
    return { kind: 'refused', failure: outcome.failure };
  };

function withoutReferences({ references: _gone, ...entry }: OutboxEntry): OutboxEntry {
  return entry;
}

/** How often the uploads are checked. */
const CHECK_EVERY_MS = 1000;
/** If no byte of any document is uploaded for this long, the next entry is tried. */
const STUCK_MS = 60_000;

/**
 * The references of an entry's uploaded documents. Resolves to the slots of those that cannot be uploaded or have
 * changed since the confirmation. Rejects if the signal aborts or the uploads are stuck.
 */
const uploadedDocuments =
  (entry: OutboxEntry, signal: AbortSignal): SubmissionThunk<Promise<Arrivals>> =>
  async (dispatch) => {
    const waiting = new AbortController();
    const stopWaiting = () => waiting.abort();
    signal.addEventListener('abort', stopWaiting, { once: true });
    const stopLooking = dispatch(watchForStuck(entry.id, stopWaiting));
    try {
      const uploaded = dispatch(documentsEngine()).whenUploaded(entry.id, entry.documents, waiting.signal);
      return await Promise.race([uploaded, aborted(waiting.signal)]);
    } finally {
      stopLooking();
      signal.removeEventListener('abort', stopWaiting);
    }
  };

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** Counts progress: checked, each uploaded byte, complete. */
const stepsOf = ({ state, uploadedBytes }: DocumentDescriptor): number =>
  (state === 'checking' ? 0 : 1) + uploadedBytes + (state === 'uploaded' ? 1 : 0);

/** Calls back if the server does not answer or no byte is uploaded for a while. Returns a function that stops it. */
const watchForStuck =
  (draftId: string, call: () => void): SubmissionThunk<() => void> =>
  (dispatch, getState) => {
    let furthest = -1;
    let since = performance.now();
    const look = async () => {
      const documents = Object.values(selectDraftDocuments(getState(), draftId));
      // The state alone is no progress: it also changes when an upload is interrupted again and again.
      const now = documents.reduce((sum, document) => sum + stepsOf(document), 0);
      if (now > furthest) since = performance.now();
      furthest = Math.max(furthest, now);
      if (performance.now() - since > STUCK_MS) return call();
      const isCut = !getState().connection.online || documents.some(({ state }) => state === 'retrying');
      if (isCut && !(await dispatch(probeServer()))) call();
    };
    void look();
    const timer = setInterval(look, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  };
