import type { DetailedError, HttpRequest, HttpResponse, Upload, UploadOptions } from 'tus-js-client';
import { safeParse } from 'valibot';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { problemSchema } from '#contract/problem.ts';
import { whenNoneIsOwn } from '#platform/own-requests.ts';
import { parseJson } from '#platform/parse-json.ts';

/** One file on its way; identity is draft, slot and checksum, so that no other student's upload is ever resumed. */
export interface UploadJob {
  readonly draftId: string;
  readonly slot: string;
  readonly name: string;
  readonly type: string;
  readonly sha256?: string | undefined;
  /** The upload that an earlier attempt began; gone or expired on the server, a new one is made without a word. */
  readonly uploadId?: string | undefined;
  readonly bytes: Blob;
}

export interface UploadEvents {
  /** The server has made (or found) the upload. Also called after an abort, so that it can be ended there. */
  readonly onUploadId: (uploadId: string) => void;
  /** Bytes sent so far, of the whole file. */
  readonly onProgress: (bytes: number) => void;
}

/** The part of tus-js-client in use; loaded when the first file is attached, not with the page. */
export type TusClient = { readonly Upload: new (file: Blob, options: UploadOptions) => Upload };

/** How an attempt goes about it; `endpoint` is where uploads are made, relative to the page in a browser. */
export interface UploadWays {
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

/** No byte moved for so long: the connection is dead, whatever the browser believes of it. */
const STALLED_MS = 20_000;

/** Calls when nothing is heard of life for STALLED_MS; `rest` until the next sign of it. */
function makeWatchdog(call: () => void) {
  let timer = setTimeout(call, STALLED_MS);
  return {
    rest: () => clearTimeout(timer),
    alive: () => {
      clearTimeout(timer);
      timer = setTimeout(call, STALLED_MS);
    },
  };
}

/**
 * One attempt to bring a file to the server, from where the last one got to; it lets the person's own requests pass.
 * Never rejects.
 * An abort while the server is still making the upload waits for its address, or the upload would stay there unknown
 * and count against the draft's 100 MB.
 */
export function upload(
  job: UploadJob,
  signal: AbortSignal,
  events: UploadEvents,
  { tus, chunk, endpoint = UPLOADS_PATH }: UploadWays,
): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    let isOver = false;
    let from: number | undefined;
    let sent = 0;
    /** When the chunk left that is on its way now. */
    let chunkLeft: number | undefined;
    const moved = () => sent > (from ?? 0);
    const end = (outcome: UploadOutcome) => {
      if (isOver) return;
      watchdog.rest();
      if (outcome.kind === 'interrupted' && chunkLeft !== undefined && !signal.aborted) chunk.broke();
      isOver = true;
      resolve(outcome);
    };
    const interrupt = () => {
      void client.abort();
      end({ kind: 'interrupted', moved: moved() });
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
        // While it lets others pass, standing still is no sign of a dead connection.
        watchdog.rest();
        await whenNoneIsOwn();
        if (signal.aborted) interrupt();
        if (isOver) throw new Error('this upload has ended meanwhile');
        chunkLeft = request.getMethod() === 'PATCH' ? performance.now() : undefined;
        watchdog.alive();
      },
      onAfterResponse: keepUploadInTrouble,
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
        chunk.arrived(bytes, performance.now() - (chunkLeft ?? 0));
        client.options.chunkSize = chunk.bytes;
      },
      onSuccess: () => end({ kind: 'done' }),
      onError: (error) => end(judge(error, moved())),
    });
    signal.addEventListener('abort', () => client.url && interrupt(), { once: true });
    client.start();
  });
}

/**
 * Throws where the server was asked how far an upload is and is only in trouble: the library would begin a new upload
 * then, and send every byte again. It is right to where the old one is gone.
 */
function keepUploadInTrouble(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (request.getMethod() !== 'HEAD' || status < 400 || GONE.has(status)) return;
  throw new Error(`the server cannot say how far the upload is: ${status}`);
}

const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Ends an upload on the server; unreachable, it expires there by itself after 24 hours. */
export async function endUpload(uploadId: string, endpoint: string = UPLOADS_PATH): Promise<void> {
  const request = { method: 'DELETE', headers: TUS_VERSION, keepalive: true };
  await fetch(urlOf(uploadId, endpoint), request).catch(() => {});
}

/**
 * Whether the server still has the whole of an upload: `lost` once it has expired, been ended or is not whole, `unknown`
 * while there is no answer. Never rejects.
 */
export async function checkUpload(uploadId: string, size: number, endpoint: string = UPLOADS_PATH) {
  const request = { method: 'HEAD', headers: TUS_VERSION, signal: AbortSignal.timeout(STALLED_MS) };
  const answer = await fetch(urlOf(uploadId, endpoint), request).catch(() => undefined);
  if (!answer || answer.status >= 500 || answer.status === 429) return 'unknown';
  return answer.ok && Number(answer.headers.get('Upload-Offset')) === size ? 'whole' : 'lost';
}

const TUS_VERSION = { 'Tus-Resumable': '1.0.0' };
const urlOf = (uploadId: string, endpoint: string): string => `${endpoint}/${encodeURIComponent(uploadId)}`;
/** The last segment of the upload's address, whatever host and path a proxy has put before it. */
const uploadIdOf = (url: string): string => decodeURIComponent(url.split('?')[0]?.split('/').pop() ?? '');

export type UploadOutcome =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'interrupted';
      readonly moved: boolean;
      /** The server wants to be left alone for so long. */
      readonly afterMs?: number;
      /** In words for the person, where it is not the connection. */
      readonly reason?: string;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** Answers that another try will not change (contract §4, §7 "Drafts and uploads"). */
const FINAL: ReadonlySet<number> = new Set([400, 403, 413, 415, 422]);
/** A conflict, but not one with another request for the same upload: the application is done. */
const DONE = 'ALREADY_SUBMITTED';

/** What an error of the tus client means; `moved` says whether any byte got on in this attempt. */
export function judge(error: Error | DetailedError, moved: boolean): UploadOutcome {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  const problem = safeParse(problemSchema, parseJson(response?.getBody() ?? ''));
  const isFinal = FINAL.has(status) || (problem.success && problem.output.code === DONE);
  if (!response || !isFinal) {
    const seconds = Number(response?.getHeader('Retry-After') ?? 0);
    // It answered, and is in trouble: the connection is not what is waited for.
    const isTrouble = problem.success && (status >= 500 || status === 429);
    return {
      kind: 'interrupted',
      moved,
      ...(seconds > 0 && { afterMs: seconds * 1000 }),
      ...(isTrouble && { reason: problem.output.detail ?? problem.output.title }),
    };
  }
  if (!problem.success) return { kind: 'refused', code: 'UNKNOWN_ERROR', message: 'The server did not take this file' };
  return { kind: 'refused', code: problem.output.code, message: problem.output.detail ?? problem.output.title };
}

const KIB = 1024;
/** What a link nobody knows yet is given; a link that is only slow is never given less than half of it. */
const FIRST = 512 * KIB;
const SMALLEST = 64 * KIB;
const LARGEST = 16 * 1024 * KIB;
/** A chunk is to take about so long: an answer often enough, and seldom enough that waiting for it costs nothing. */
const TARGET_MS = 4000;

/** How many bytes one request carries. It follows the link, not the file: the page's transfers share one. */
export interface ChunkSize {
  readonly bytes: number;
  /** A request of so many bytes was answered after so many milliseconds. */
  arrived(bytes: number, ms: number): void;
  /** A request was cut off or stood still. */
  broke(): void;
}

/**
 * Begins small; doubles while requests go quickly, so that a good link is hardly ever interrupted; halves where they
 * take long, so that the person's own requests find a gap; halves when one breaks, since what browsers and proxies do
 * with a broken request (they send it again, or keep nothing of it) costs as much as the request is large.
 */
export function makeChunkSize(first = FIRST): ChunkSize {
  let bytes = first;
  return {
    get bytes() {
      return bytes;
    },
    arrived(count, ms) {
      // The end of a file tells more of the distance than of the link.
      if (count < bytes) return;
      const wanted = (count * TARGET_MS) / Math.max(ms, 1);
      if (wanted >= 2 * bytes) bytes = Math.min(2 * bytes, LARGEST);
      else if (wanted <= bytes / 2) bytes = Math.max(bytes / 2, Math.min(bytes, FIRST / 2));
    },
    broke() {
      bytes = Math.max(bytes / 2, SMALLEST);
    },
  };
}
