import { UNREADABLE_FILE } from '#components/upload/accepted-files.ts';
import { isReadable } from './document-checks.ts';
import type { DocumentChanges, DocumentDescriptor, DraftDocuments } from './documents-slice.ts';
import {
  type ChunkSize,
  checkUpload,
  endUpload,
  loadTus,
  makeChunkSize,
  type TusClient,
  type UploadOutcome,
  upload,
} from './upload.ts';
import { type AttemptResult, createUploadQueue } from './upload-queue.ts';

/** What tests set; the page takes the defaults. */
export interface TransferOptions {
  readonly loadTus?: () => Promise<TusClient>;
  readonly endpoint?: string;
  readonly chunk?: ChunkSize;
  /** Milliseconds before the first, second, … further try. */
  readonly retryDelays?: readonly number[];
}

interface TransferSource extends TransferOptions {
  readonly find: (draftId: string, slot: string) => DocumentDescriptor | undefined;
  /** The bytes of a document. Undefined if this device no longer has them. May reject. */
  readonly bytes: (draftId: string, slot: string, attachment: string) => Promise<Blob | undefined>;
  readonly report: (draftId: string, slot: string, attachment: string, changes: DocumentChanges) => void;
}

/** Leaves room for the person's own requests, on slow links too. */
const AT_ONCE = 2;
const RETRY_DELAYS = [1000, 2000, 5000, 10_000, 20_000, 30_000];
/** Often enough for a progress bar. */
const REPORT_EVERY_MS = 200;

/** Stands beside the document, whose buttons choose a file. */
const NOT_HERE: UploadOutcome = {
  kind: 'refused',
  code: 'NOT_HERE',
  message: 'We lost this file before the upload was done. Please choose the file again',
};

/** A file that was chosen and not kept has been moved, deleted or changed since. */
const UNREADABLE: UploadOutcome = { kind: 'refused', code: 'UNREADABLE', message: UNREADABLE_FILE };

/** After so many stops at the same byte the person reads about it. Fewer may be a broken connection. */
const STOPPED_TRIES = 4;
const STOPPED =
  'Something stops this upload, for example a web filter of an office or a school. Try another network, or turn off your VPN. We will try again.';

const keyOf = (draftId: string, slot: string): string => `${draftId}/${slot}`;

/** Uploads documents, a few at a time, again and again until the server has them or refuses them. */
export function createTransfers(source: TransferSource) {
  const { find, bytes, report, endpoint, retryDelays = RETRY_DELAYS, chunk = makeChunkSize() } = source;
  const queue = createUploadQueue({ atOnce: AT_ONCE, delays: retryDelays, run });
  /** By attachment: the byte at which an upload was stopped, and how often in a row. */
  const stops = new Map<string, { readonly at: number; readonly times: number }>();

  /** Counts how often an upload was stopped at the same byte. After enough stops, adds the reason for the person. */
  function countStops(attachment: string, outcome: UploadOutcome): UploadOutcome {
    if (outcome.kind !== 'interrupted') stops.delete(attachment);
    if (outcome.kind !== 'interrupted' || outcome.stoppedAt === undefined) return outcome;
    const before = stops.get(attachment);
    const times = before?.at === outcome.stoppedAt ? before.times + 1 : 1;
    stops.set(attachment, { at: outcome.stoppedAt, times });
    return times < STOPPED_TRIES ? outcome : { ...outcome, moved: false, reason: STOPPED };
  }

  async function run(key: string, signal: AbortSignal): Promise<AttemptResult> {
    const [draftId = '', slot = ''] = key.split('/');
    const document = find(draftId, slot);
    if (!document) return { again: false };
    const { attachment, name, type, size, sha256, uploadId, uploadedBytes } = document;
    const change = (changes: DocumentChanges) => report(draftId, slot, attachment, changes);
    // What an earlier visit uploaded needs no bytes, which this device may not have.
    if (uploadId !== undefined && uploadedBytes === 0) {
      const known = await checkUpload(uploadId, size, endpoint);
      if (signal.aborted) return { again: false };
      if (known === 'whole') return settle({ kind: 'done' }, size, change);
      const interrupted: UploadOutcome = { kind: 'interrupted', moved: false };
      if (known === 'stopped') return settle(countStops(attachment, { ...interrupted, stoppedAt: 0 }), size, change);
      if (known === 'unknown') return settle(interrupted, size, change);
    }
    const blob = await bytes(draftId, slot, attachment).catch(() => undefined);
    if (signal.aborted) return { again: false };
    if (!blob) return settle(NOT_HERE, size, change);
    const tus = await (source.loadTus ?? loadTus)().catch(() => undefined);
    if (signal.aborted) return { again: false };
    if (!tus) return settle({ kind: 'interrupted', moved: false }, size, change);
    change({ state: 'uploading', failure: undefined });
    const onUploadId = (id: string) => {
      if (find(draftId, slot)?.attachment !== attachment) void endUpload(id, endpoint);
      else if (id !== find(draftId, slot)?.uploadId) change({ uploadId: id });
    };
    /** Browsers report a file that they can no longer read as a broken connection. The disk may have the document by now. */
    const cannotRead = async (sent: Blob, at: number) => {
      if (await isReadable(sent, at, at + chunk.bytes)) return false;
      const present = await bytes(draftId, slot, attachment).catch(() => undefined);
      return !present || !(await isReadable(present, at, at + chunk.bytes));
    };
    const pace = makePace();
    const onProgress = every(REPORT_EVERY_MS, (uploadedBytes: number) =>
      change({ uploadedBytes, bytesPerSecond: pace(uploadedBytes) }),
    );
    const job = { draftId, slot, name, type, sha256, uploadId, bytes: blob };
    const outcome = await upload(job, signal, { onUploadId, onProgress }, { tus, chunk, endpoint });
    const isGone = outcome.kind === 'interrupted' && (await cannotRead(blob, outcome.stoppedAt ?? 0));
    if (signal.aborted) return { again: false };
    if (!isGone) return settle(countStops(attachment, outcome), size, change);
    const begun = find(draftId, slot)?.uploadId;
    if (begun) void endUpload(begun, endpoint);
    return settle(UNREADABLE, size, change);
  }

  /** Uploads a document, from the byte that its last attempt had reached. */
  function start(draftId: string, slot: string) {
    const document = find(draftId, slot);
    if (document) report(draftId, slot, document.attachment, { state: 'waiting', failure: undefined });
    queue.add(keyOf(draftId, slot));
  }

  function pause(draftId: string, slot: string) {
    queue.drop(keyOf(draftId, slot));
    const document = find(draftId, slot);
    if (document) report(draftId, slot, document.attachment, { state: 'paused' });
  }

  /** Ends a transfer, and what the server has of it under `uploadId`. */
  function stop(draftId: string, slot: string, uploadId: string | undefined) {
    queue.drop(keyOf(draftId, slot));
    if (uploadId) void endUpload(uploadId, endpoint);
  }

  /** Asks the server for every uploaded document, uploads lost ones again, and continues paused ones. */
  async function checkAll(draftId: string, documents: DraftDocuments): Promise<void> {
    const check = async ([slot, { uploadId, size, state }]: [string, DocumentDescriptor]) => {
      if (state === 'paused') start(draftId, slot);
      if (state !== 'uploaded' || !uploadId) return;
      if ((await checkUpload(uploadId, size, endpoint)) === 'lost') start(draftId, slot);
    };
    await Promise.all(Object.entries(documents).map(check));
  }

  return { start, pause, stop, checkAll, wake: queue.wake };
}

/** Reports how an attempt ended, and decides whether there is to be another. */
function settle(outcome: UploadOutcome, size: number, change: (changes: DocumentChanges) => void): AttemptResult {
  switch (outcome.kind) {
    case 'done':
      change({ state: 'uploaded', failure: undefined, uploadedBytes: size });
      return { again: false };
    case 'refused':
      // The server has removed what it refused.
      change({ state: 'failed', failure: outcome.message, uploadId: undefined, uploadedBytes: 0 });
      return { again: false };
    case 'interrupted':
      change({ state: 'retrying', failure: outcome.reason });
      return { again: true, moved: outcome.moved, ...(outcome.afterMs && { afterMs: outcome.afterMs }) };
  }
}

/** Calls at most once in so many milliseconds; calls in between are dropped. */
function every(ms: number, call: (value: number) => void): (value: number) => void {
  let next = 0;
  return (value) => {
    if (performance.now() < next) return;
    next = performance.now() + ms;
    call(value);
  };
}

/** Bytes a second below which a link is called slow: a megabyte takes most of a minute. */
const SLOW = 20 * 1024;
/** How much a new measurement counts against the earlier ones. */
const WEIGHT = 0.3;

/** Measures one attempt: takes the bytes uploaded so far, gives bytes a second; undefined at first. */
export function makePace(now: () => number = () => performance.now()): (bytes: number) => number | undefined {
  let last: { readonly bytes: number; readonly at: number } | undefined;
  let pace: number | undefined;
  return (bytes) => {
    const at = now();
    if (last && at > last.at) {
      const latest = ((bytes - last.bytes) * 1000) / (at - last.at);
      pace = pace === undefined ? latest : pace + WEIGHT * (latest - pace);
    }
    last = { bytes, at };
    return pace;
  };
}

/** How long the rest takes, in plain words; undefined when it is unknown, short, or longer than an hour. */
export function paceWords(bytesLeft: number, bytesPerSecond: number | undefined): string | undefined {
  if (bytesPerSecond === undefined) return undefined;
  const slow = bytesPerSecond < SLOW ? 'Slow connection' : undefined;
  const seconds = bytesLeft / Math.max(bytesPerSecond, 1);
  const minutes = Math.round(seconds / 60);
  if (seconds > 3600) return slow;
  if (seconds < 10) return slow;
  const wait =
    seconds < 50 ? 'Less than a minute left' : `About ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
  return slow ? `${slow}, ${wait.charAt(0).toLowerCase()}${wait.slice(1)}` : wait;
}
