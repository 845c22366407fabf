import type { HttpRequest, HttpResponse, Upload, UploadOptions } from 'tus-js-client';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { whenNoneIsOwn } from '#platform/own-requests.ts';
import type { ChunkSize } from './chunk-size.ts';
import { judge, type UploadOutcome } from './upload-outcome.ts';

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
