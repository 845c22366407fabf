import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A received file: its size and hash instead of its bytes. */
export interface ReceivedFile {
  /** The multipart field of the file; absent in the file workflow. */
  readonly field?: string;
  readonly filename: string;
  /** The question that the document answers; in the file workflow only. */
  readonly slot?: string;
  readonly contentType?: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** A parsed request body, with sizes and hashes instead of files. */
export interface Body {
  /** The JSON value, or the form's fields; undefined if there was none or it could not be read. */
  readonly value: unknown;
  readonly files: readonly ReceivedFile[];
  /** Bytes on the wire. */
  readonly bytes: number;
  /** Why the body could not be read; the service sends this with a 400. */
  readonly problem?: string;
}

/** One outside call, as a service sees it. */
export interface Call {
  readonly path: string;
  /** Names in lower case. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly idempotencyKey: string | null;
  readonly body: Body;
}

/** What a service answers. `body` is sent as JSON; a string is sent as it is. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Refuses a call before any work, for a missing token or signature for instance. */
export type Guard = (call: Call) => Answer | undefined;

/** One service: how it recognizes, reads and answers calls. */
export interface Service {
  /** The name in scenarios, figures and tests; unique. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** The whole path, or a pattern for it. */
  readonly path: string | RegExp;
  /** Whether a repeated Idempotency-Key gets the first answer again. */
  readonly keyed?: boolean;
  /** Reads the body. Throws if the caller disconnects. */
  readonly read: (request: IncomingMessage) => Promise<Body>;
  readonly guard?: Guard;
  readonly answer: (call: Call) => Answer;
  /** Answers that only this service has, by scenario name. */
  readonly scenarios?: Readonly<Record<string, (call: Call) => Answer>>;
}

/** More than any real payload without files. A longer body is read to its end but not kept. */
const MOST_BYTES = 2 * 1024 * 1024;

async function readText(request: IncomingMessage, longest = MOST_BYTES): Promise<{ text: string; bytes: number }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= longest) chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString('utf8'), bytes };
}

/** The body of a call that needs none. */
export async function readNothing(request: IncomingMessage): Promise<Body> {
  const { bytes } = await readText(request);
  return { value: undefined, files: [], bytes };
}

/** A JSON body of up to 2 MiB, or of `longest` bytes. */
export async function readJson(request: IncomingMessage, longest = MOST_BYTES): Promise<Body> {
  const { text, bytes } = await readText(request, longest);
  const read = { value: undefined, files: [], bytes };
  if (bytes > longest) return { ...read, problem: 'The body is too long.' };
  try {
    return { ...read, value: JSON.parse(text) };
  } catch {
    return { ...read, problem: 'The body is not JSON.' };
  }
}

/** Reads application/x-www-form-urlencoded and nothing else, because a token endpoint does not read JSON. */
export async function readForm(request: IncomingMessage): Promise<Body> {
  const { text, bytes } = await readText(request);
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (!isForm) return { value: undefined, files: [], bytes, problem: 'The body is not form-encoded.' };
  return { value: Object.fromEntries(new URLSearchParams(text)), files: [], bytes };
}
