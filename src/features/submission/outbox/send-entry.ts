import type { Arrivals } from '#features/documents/arrivals.ts';
import { documentsEngine } from '#features/documents/documents-engine.ts';
import { type DocumentDescriptor, selectDraftDocuments } from '#features/documents/documents-slice.ts';
import { probeServer } from '#platform/connection.ts';
import { sendApplication } from '../send-application.ts';
import type { Outbox, SubmissionThunk } from '../submission-services.ts';
import type { Delivery } from './drain.ts';
import { type OutboxEntry, replaceEntry } from './outbox-storage.ts';

/**
 * One attempt to send an entry. What the PUT names is written to the entry before it is sent: if its reply is lost, the
 * same PUT is repeated word for word, and the server recognizes it.
 */
export const sendEntry =
  (entry: OutboxEntry, { fresh, attempts }: Pick<Outbox, 'fresh' | 'attempts'>): SubmissionThunk<Promise<Delivery>> =>
  async (dispatch) => {
    const isFresh = fresh.delete(entry.id);
    const { references } = entry;
    const controller = new AbortController();
    attempts.set(entry.id, controller);
    const attempt = sendApplication(dispatch, entry.id, entry, {
      signal: controller.signal,
      quiet: !isFresh,
      whenUploaded: async (signal) =>
        references ? { ok: true, documents: references } : dispatch(uploadedDocuments(entry, signal)),
      beforePut: (named, sent) => replaceEntry({ ...entry, references: named }, sent),
    });
    // What the PUT names could not be written: nothing was sent.
    const outcome = await attempt.catch(() => undefined);
    attempts.delete(entry.id);
    if (outcome === undefined) return { kind: 'later' };
    if (outcome.kind === 'sent') return { kind: 'sent' };
    if (outcome.kind === 'given-up') return { kind: 'withdrawn' };
    if (outcome.again) return outcome.foreign ? { kind: 'later', foreign: true } : { kind: 'later' };
    // The server no longer has the uploads of the attempt before; the documents are still here and are uploaded again.
    if (references && outcome.failure.code === 'UPLOAD_MISMATCH')
      return dispatch(sendEntry(withoutReferences(entry), { fresh, attempts }));
    return { kind: 'refused', failure: outcome.failure };
  };

function withoutReferences({ references: _gone, ...entry }: OutboxEntry): OutboxEntry {
  return entry;
}

/** How often the uploads are looked at. */
const LOOK_MS = 1000;
/** When no byte of any document has moved for so long, the next entry is not held up any longer. */
const STUCK_MS = 60_000;

/**
 * An entry's documents as its PUT names them, once the server has them all. Resolves to the slots of those that cannot
 * be uploaded or are not the confirmed ones. Rejects when the signal aborts, or when the uploads do not get on.
 */
const uploadedDocuments =
  (entry: OutboxEntry, signal: AbortSignal): SubmissionThunk<Promise<Arrivals>> =>
  async (dispatch) => {
    const waiting = new AbortController();
    const stopWaiting = () => waiting.abort();
    signal.addEventListener('abort', stopWaiting, { once: true });
    const stopLooking = dispatch(whenStuck(entry.id, stopWaiting));
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

/** How far a document is: read, each byte that has left, and uploaded. */
const stepsOf = ({ state, uploadedBytes }: DocumentDescriptor): number =>
  (state === 'checking' ? 0 : 1) + uploadedBytes + (state === 'uploaded' ? 1 : 0);

/** Calls when the server does not answer while documents wait, or no byte has moved for a while. Returns what ends it. */
const whenStuck =
  (draftId: string, call: () => void): SubmissionThunk<() => void> =>
  (dispatch, getState) => {
    let furthest = -1;
    let since = performance.now();
    const look = async () => {
      const documents = Object.values(selectDraftDocuments(getState(), draftId));
      // An upload that is stopped again and again changes its state, and gets no further.
      const now = documents.reduce((sum, document) => sum + stepsOf(document), 0);
      if (now > furthest) since = performance.now();
      furthest = Math.max(furthest, now);
      if (performance.now() - since > STUCK_MS) return call();
      const isCut = !getState().connection.online || documents.some(({ state }) => state === 'retrying');
      if (isCut && !(await dispatch(probeServer()))) call();
    };
    void look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  };
