import type { DetailedError, Upload, UploadOptions } from 'tus-js-client';
import { safeParse } from 'valibot';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { problemSchema } from '#contract/problem.ts';

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

export type UploadOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'interrupted'; readonly moved: boolean; readonly afterMs?: number }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** The part of tus-js-client in use; loaded when the first file is attached, not with the page. */
export type TusClient = { readonly Upload: new (file: Blob, options: UploadOptions) => Upload };
export const loadTus = async (): Promise<TusClient> => import('tus-js-client');

/** Answers that another try will not change (contract §4, §7 "Drafts and uploads"). */
const FINAL: ReadonlySet<number> = new Set([400, 403, 413, 415, 422]);

function judge(error: Error | DetailedError, moved: boolean): UploadOutcome {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (!response || !FINAL.has(status)) {
    const seconds = Number(response?.getHeader('Retry-After') ?? 0);
    return { kind: 'interrupted', moved, ...(seconds > 0 && { afterMs: seconds * 1000 }) };
  }
  const problem = safeParse(problemSchema, parseJson(response.getBody()));
  if (!problem.success) return { kind: 'refused', code: 'UNKNOWN_ERROR', message: 'The server did not take this file' };
  return { kind: 'refused', code: problem.output.code, message: problem.output.detail ?? problem.output.title };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const metadataOf = ({ draftId, slot, name, type, sha256 }: UploadJob): Record<string, string> => ({
  draftId,
  slot,
  filename: name,
  filetype: type || 'application/octet-stream',
  ...(sha256 && { sha256 }),
});

/** No byte moved for so long: the connection is dead, whatever the browser believes of it. */
const STALLED_MS = 20_000;

/**
 * One attempt to bring a file to the server, from where the last one got to. Never rejects.
 * An abort while the server is still making the upload waits for its address, or the upload would stay there unknown
 * and count against the draft's 100 MB.
 * @param endpoint where uploads are made; relative to the page in a browser
 */
export function upload(
  job: UploadJob,
  signal: AbortSignal,
  events: UploadEvents,
  { Upload: TusUpload }: TusClient,
  endpoint: string = UPLOADS_PATH,
): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    let from: number | undefined;
    let sent = 0;
    const end = (outcome: UploadOutcome) => {
      clearTimeout(watchdog);
      resolve(outcome);
    };
    const moved = () => sent > (from ?? 0);
    const interrupt = () => {
      void client.abort();
      end({ kind: 'interrupted', moved: moved() });
    };
    let watchdog = setTimeout(interrupt, STALLED_MS);
    const alive = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(interrupt, STALLED_MS);
    };
    const client = new TusUpload(job.bytes, {
      endpoint,
      uploadUrl: job.uploadId ? urlOf(job.uploadId, endpoint) : null,
      metadata: metadataOf(job),
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        alive();
        if (client.url) events.onUploadId(uploadIdOf(client.url));
        if (signal.aborted) interrupt();
      },
      onProgress: (bytes) => {
        alive();
        from ??= bytes;
        sent = bytes;
        if (!signal.aborted) events.onProgress(bytes);
      },
      onSuccess: () => end({ kind: 'done' }),
      onError: (error) => end(judge(error, moved())),
    });
    signal.addEventListener('abort', () => client.url && interrupt(), { once: true });
    client.start();
  });
}

/** Ends an upload on the server; unreachable, it expires there by itself after 24 hours. */
export async function endUpload(uploadId: string, endpoint: string = UPLOADS_PATH): Promise<void> {
  const request = { method: 'DELETE', headers: TUS_VERSION, keepalive: true };
  await fetch(urlOf(uploadId, endpoint), request).catch(() => {});
}

/**
 * Whether the server still has the whole of an upload: `lost` once it has expired, been ended or is not whole.
 * Without an answer it counts as there; the submission's own call will tell.
 */
export async function checkUpload(uploadId: string, size: number, endpoint: string = UPLOADS_PATH) {
  const request = { method: 'HEAD', headers: TUS_VERSION };
  const answer = await fetch(urlOf(uploadId, endpoint), request).catch(() => undefined);
  if (!answer || answer.status >= 500 || answer.status === 429) return 'whole';
  return answer.ok && Number(answer.headers.get('Upload-Offset')) === size ? 'whole' : 'lost';
}

const TUS_VERSION = { 'Tus-Resumable': '1.0.0' };
const urlOf = (uploadId: string, endpoint: string): string => `${endpoint}/${encodeURIComponent(uploadId)}`;
/** The last segment of the upload's address, whatever host and path a proxy has put before it. */
const uploadIdOf = (url: string): string => decodeURIComponent(url.split('?')[0]?.split('/').pop() ?? '');
