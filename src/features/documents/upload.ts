import type { DetailedError, HttpRequest, HttpResponse, Upload, UploadOptions } from 'tus-js-client';
import { parseJson, pipe, safeParse, string } from 'valibot';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { problemSchema } from '#contract/problem.ts';
import { whenNoneIsOwn } from '#platform/api.ts';
import { timeLimit } from '#platform/time-limit.ts';

/** One file; its identity is draft, slot and checksum, so that no other student's upload is ever resumed. */
export interface UploadJob {
  readonly draftId: string;
  readonly slot: string;
  readonly name: string;
  readonly type: string;
  readonly sha256?: string | undefined;
  /** The upload that an earlier attempt began. If the server no longer has it, a new one is made. */
  readonly uploadId?: string | undefined;
  readonly bytes: Blob;
}

interface UploadEvents {
  /** The server has made (or found) the upload. Also called after an abort, so that it can be ended there. */
  readonly onUploadId: (uploadId: string) => void;
  /** Bytes sent so far, of the whole file. */
  readonly onProgress: (bytes: number) => void;
}

/** The part of tus-js-client in use; it is loaded with the first attached file, not with the page. */
export type TusClient = { readonly Upload: new (file: Blob, options: UploadOptions) => Upload };

/** What an attempt uses; `endpoint` is where uploads are made, relative to the page in a browser. */
interface UploadMeans {
  readonly tus: TusClient;
  readonly chunk: ChunkSize;
  readonly endpoint?: string | undefined;
}

export const loadTus = async (): Promise<TusClient> => import('tus-js-client');

const metadataOf = ({ draftId, slot, name, type, sha256 }: UploadJob): Record<string, string> => ({
  draftId,
  slot,
  filename: name,
  filetype: type || 'application/octet-stream',
  ...(sha256 && { sha256 }),
});

/** If no byte moves for so long, the connection counts as dead, even if the browser reports none. */
const STALLED_MS = 20_000;

/** Calls after STALLED_MS without a sign of life; `pause` stops it until the next one. */
function makeWatchdog(call: () => void) {
  let timer = setTimeout(call, STALLED_MS);
  return {
    pause: () => clearTimeout(timer),
    alive: () => {
      clearTimeout(timer);
      timer = setTimeout(call, STALLED_MS);
    },
  };
}

/**
 * One attempt to upload a file, from the byte that the last one reached; the person's own requests go first. Never
 * rejects. An abort while the server is creating the upload waits for its address: otherwise nobody could end it, and it
 * would count against the draft's 100 MB.
 */
export function upload(
  job: UploadJob,
  signal: AbortSignal,
  events: UploadEvents,
  { tus, chunk, endpoint = UPLOADS_PATH }: UploadMeans,
): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    let isOver = false;
    let from: number | undefined;
    let sent = 0;
    /** The chunk that has left and is not acknowledged. */
    let chunkOut: SentChunk | undefined;
    /** Status of the last answer, if it was not from our server. */
    let foreign: number | undefined;
    const moved = () => sent > (from ?? 0);
    const end = (outcome: UploadOutcome) => {
      if (isOver) return;
      watchdog.pause();
      if (outcome.kind === 'interrupted' && chunkOut !== undefined && !signal.aborted) chunk.broke();
      isOver = true;
      resolve(outcome);
    };
    const interrupt = () => {
      void client.abort();
      end({ kind: 'interrupted', moved: moved(), ...(chunkOut && !signal.aborted && { stoppedAt: chunkOut.offset }) });
    };
    const fail = (error: Error | DetailedError) => {
      const outcome = outcomeOf(error, moved());
      if (outcome.kind !== 'interrupted') return end(outcome);
      // A proxy or filter may have a limit of its own for the size of a request.
      const isBlocked = foreign !== undefined && isBlock(foreign);
      const mayBeTooLarge = isBlocked && foreign !== 405 && foreign !== 501;
      if (mayBeTooLarge && chunkOut && chunk.refused(chunkOut.bytes)) {
        chunkOut = undefined;
        return end({ ...outcome, moved: true });
      }
      if (isBlocked) return end({ ...outcome, moved: false, stoppedAt: chunkOut?.offset ?? from ?? 0 });
      const isCut = chunkOut !== undefined && (foreign !== undefined || !hasAnswer(error));
      end({ ...outcome, ...(isCut && { stoppedAt: chunkOut?.offset }) });
    };
    const watchdog = makeWatchdog(interrupt);
    const client = new tus.Upload(job.bytes, {
      endpoint,
      uploadUrl: job.uploadId ? urlOf(job.uploadId, endpoint) : null,
      metadata: metadataOf(job),
      retryDelays: null,
      storeFingerprintForResuming: false,
      chunkSize: chunk.bytes,
      onBeforeRequest: async (request) => {
        // A pause for other requests does not mean a dead connection.
        watchdog.pause();
        await whenNoneIsOwn();
        if (signal.aborted) interrupt();
        if (isOver) throw new Error('this upload has ended meanwhile');
        chunkOut =
          request.getMethod() === 'PATCH'
            ? chunkIn(request, job.bytes.size, client.options.chunkSize ?? chunk.bytes)
            : undefined;
        watchdog.alive();
      },
      onAfterResponse: (request, response) => {
        foreign = isOurs(response) ? undefined : response.getStatus();
        keepUploadInTrouble(request, response);
      },
      onUploadUrlAvailable: () => {
        watchdog.alive();
        if (client.url) events.onUploadId(uploadIdOf(client.url));
        if (signal.aborted) interrupt();
      },
      onProgress: (bytes) => {
        watchdog.alive();
        from ??= bytes;
        sent = bytes;
        if (!signal.aborted) events.onProgress(bytes);
      },
      onChunkComplete: (bytes) => {
        chunk.arrived(bytes, performance.now() - (chunkOut?.at ?? 0));
        client.options.chunkSize = chunk.bytes;
      },
      onSuccess: () => end({ kind: 'done' }),
      onError: fail,
    });
    signal.addEventListener('abort', () => client.url && interrupt(), { once: true });
    client.start();
  });
}

interface SentChunk {
  /** When it left. */
  readonly at: number;
  /** Of its first byte in the file. */
  readonly offset: number;
  readonly bytes: number;
}

function chunkIn(request: HttpRequest, size: number, chunkSize: number): SentChunk {
  const offset = Number(request.getHeader('Upload-Offset'));
  return { at: performance.now(), offset, bytes: Math.min(chunkSize, size - offset) };
}

/** Whether our server gave this answer: it names the protocol, or is a problem document. Anything else settles nothing. */
const isOurs = (response: HttpResponse): boolean =>
  TUS_HEADERS.some((name) => response.getHeader(name) != null) || safeParse(problemText, response.getBody()).success;

const TUS_HEADERS = ['Tus-Resumable', 'Upload-Offset'];

/** Whether this status, if the answer is foreign, says that the request was blocked, not that our server is busy or away. */
const isBlock = (status: number): boolean =>
  status === 501 || (status < 500 && status !== 408 && status !== 425 && status !== 429);

const hasAnswer = (error: Error | DetailedError): boolean =>
  'originalResponse' in error && error.originalResponse !== null;

/**
 * Throws when the server could not say how far an upload is: the library would begin a new upload then, and send every
 * byte again. That is right only where our server says that the old one is gone.
 */
function keepUploadInTrouble(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (request.getMethod() !== 'HEAD' || status < 400 || (GONE.has(status) && isOurs(response))) return;
  throw new Error(`the server cannot say how far the upload is: ${status}`);
}

const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Ends an upload on the server. If that fails, it expires there after 24 hours. */
export async function endUpload(uploadId: string, endpoint: string = UPLOADS_PATH): Promise<void> {
  const request = { method: 'DELETE', headers: TUS_VERSION, keepalive: true };
  await fetch(urlOf(uploadId, endpoint), request).catch(() => {});
}

/**
 * Whether the server still has the whole upload: `lost` when it has expired, was ended or is incomplete, `stopped` where
 * something else answers in its place, `unknown` without an answer and where the server is busy. Never rejects.
 */
export async function checkUpload(uploadId: string, size: number, endpoint: string = UPLOADS_PATH) {
  const request = { method: 'HEAD', headers: TUS_VERSION, signal: timeLimit(STALLED_MS) };
  const answer = await fetch(urlOf(uploadId, endpoint), request).catch(() => undefined);
  if (!answer || !isBlock(answer.status)) return 'unknown';
  if (!TUS_HEADERS.some((name) => answer.headers.has(name))) return 'stopped';
  return answer.ok && Number(answer.headers.get('Upload-Offset')) === size ? 'whole' : 'lost';
}

const TUS_VERSION = { 'Tus-Resumable': '1.0.0' };
const urlOf = (uploadId: string, endpoint: string): string => `${endpoint}/${encodeURIComponent(uploadId)}`;
/** The last segment of the upload's address; a proxy may change the host and path before it. */
const uploadIdOf = (url: string): string => decodeURIComponent(url.split('?')[0]?.split('/').pop() ?? '');

export type UploadOutcome =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'interrupted';
      readonly moved: boolean;
      /** The server asks for a pause of so many milliseconds. */
      readonly afterMs?: number;
      /** What the person reads when the connection is not the reason. */
      readonly reason?: string;
      /** At this byte something other than our server stopped the upload, though the connection was there. */
      readonly stoppedAt?: number | undefined;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** Answers that another try will not change (R5.4, R5.13). */
const FINAL: ReadonlySet<number> = new Set([400, 403, 413, 415, 422]);
/** The one conflict that is not with another request for the same upload. */
const DONE = 'ALREADY_SUBMITTED';

const problemText = pipe(string(), parseJson(), problemSchema);

/**
 * What an error of the tus client means; `moved` says whether any byte left in this attempt. Only a problem document of our
 * server refuses a file: the page of a proxy or a filter does not, whatever its status.
 */
function outcomeOf(error: Error | DetailedError, moved: boolean): UploadOutcome {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  const problem = safeParse(problemText, response?.getBody());
  if (problem.success && (FINAL.has(status) || problem.output.code === DONE))
    return { kind: 'refused', code: problem.output.code, message: problem.output.detail ?? problem.output.title };
  const seconds = Number(response?.getHeader('Retry-After') ?? 0);
  // The server answered and is in trouble, so the upload does not wait for the connection.
  const isTrouble = problem.success && (status >= 500 || status === 429);
  return {
    kind: 'interrupted',
    moved,
    ...(seconds > 0 && { afterMs: seconds * 1000 }),
    ...(isTrouble && { reason: problem.output.detail ?? problem.output.title }),
  };
}

const KIB = 1024;
/** For a link of unknown speed; a link that is only slow gets at least half of it. */
const FIRST = 512 * KIB;
const SMALLEST = 64 * KIB;
const LARGEST = 16 * 1024 * KIB;
/** How long a chunk should take: short enough for regular answers, long enough that waiting for them costs little. */
const TARGET_MS = 4000;

/** How many bytes one request carries. It follows the link, not the file: the page's transfers share one. */
export interface ChunkSize {
  readonly bytes: number;
  /** A request of so many bytes was answered after so many milliseconds. */
  arrived(bytes: number, ms: number): void;
  /** A request was cut off, or no byte of it moved. */
  broke(): void;
  /** Something on the way refused a request of so many bytes. Whether smaller ones are worth a try. */
  refused(bytes: number): boolean;
}

/**
 * Begins small. Doubles while requests are quick, so that a good link is rarely interrupted. Halves where they take long,
 * so that the person's own requests find a gap, and when one breaks, since browsers and proxies send a broken request
 * again, or keep nothing of it. It stays below a size that something on the way has refused.
 */
export function makeChunkSize(first = FIRST): ChunkSize {
  let bytes = first;
  let most = LARGEST;
  return {
    get bytes() {
      return bytes;
    },
    arrived(count, ms) {
      // The short last chunk of a file measures the distance to the server, not the speed of the link.
      if (count < bytes) return;
      const wanted = (count * TARGET_MS) / Math.max(ms, 1);
      if (wanted >= 2 * bytes) bytes = Math.min(2 * bytes, most);
      else if (wanted <= bytes / 2) bytes = Math.max(bytes / 2, Math.min(bytes, FIRST / 2));
    },
    broke() {
      bytes = Math.max(bytes / 2, SMALLEST);
    },
    refused(count) {
      if (count <= SMALLEST) return false;
      most = Math.max(Math.floor(count / 2), SMALLEST);
      bytes = Math.min(bytes, most);
      return true;
    },
  };
}
