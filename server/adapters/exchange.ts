import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { CallFailure } from '../ports/call-failure.ts';
import { createDispatcher, type OutsideProxy } from './outside-proxy.ts';

/** A body of known length in bytes, which is read once, in blocks. A block may be text, of ASCII characters only. */
export interface OutboundBody {
  readonly length: number;
  open(): AsyncIterable<Uint8Array | string>;
}

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** With a body the request is a POST, else a GET. */
  readonly body?: string | OutboundBody | undefined;
  /** The longest wait for this answer, if it is not the usual one. */
  readonly timeoutMs?: number | undefined;
  /** Awaited before the first byte leaves. Nothing leaves if it rejects. */
  readonly leaving?: (() => Promise<void>) | undefined;
  /** Whether the caller reads answers with this status, and so more of them than of other refusals. */
  readonly isRead: (status: number) => boolean;
}

export interface Exchanged {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** False when the connection broke, or the answer was too long, after its status had come. */
  readonly whole: boolean;
}

/**
 * Sends one request. Resolves with any answer, and rejects with CallFailure if there is none. Errors of the body and of
 * `leaving` are errors on our side: it rejects with them unchanged.
 */
export type Exchange = (request: OutboundRequest) => Promise<Exchanged>;

/** Room for an agent list of 10 MB and more; nothing longer is expected. */
const LONGEST_ANSWER = 16 * 1024 * 1024;
/** The longest refusal with reasons; a hundred reasons have a tenth of this. */
const LONGEST_REASONS = 1024 * 1024;
/** The longest other refusal: one line of it is shown, or the message of a small JSON. */
const LONGEST_REFUSAL = 64 * 1024;

/**
 * HTTP/1.1 over keep-alive connections. `timeoutMs` starts again with every block of the body that the service has
 * accepted, so it limits how slow the service is, not how large the documents are.
 */
export function createExchange(timeoutMs: number, proxy?: OutsideProxy): Exchange {
  const options = {
    connections: 256,
    // A broken connection then leaves only one request in doubt.
    allowH2: false,
    connect: { timeout: timeoutMs },
    // A RunningRequest has one limit for everything after the connection.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const dispatcher = createDispatcher(options, timeoutMs, proxy);
  return async ({ url, headers, body, isRead, leaving, timeoutMs: ownMs = timeoutMs }) => {
    const { origin, path, authorization } = addressOf(url);
    const length = lengthOf(body, leaving !== undefined);
    const all = { accept: 'application/json', ...authorization, ...length, ...headers };
    let request: RunningRequest | undefined;
    const beforeBody =
      leaving &&
      (async () => {
        await leaving();
        request?.leave();
      });
    const { content, fault } = await openBody(body, beforeBody);
    return new Promise((resolve, reject) => {
      request = new RunningRequest(ownMs, { resolve, reject, fault, isRead, isHeldBack: leaving !== undefined });
      const method = body === undefined ? 'GET' : 'POST';
      dispatcher.dispatch({ origin, path, method, headers: all, body: content }, request);
    });
  };
}

/** The promise of one request, and its options. */
interface RequestEnds {
  resolve(exchanged: Exchanged): void;
  reject(failure: unknown): void;
  readonly fault: OpenedBody['fault'];
  readonly isRead: OutboundRequest['isRead'];
  /** Nothing leaves before `leave`. */
  readonly isHeldBack: boolean;
}

/** Follows one request to its end. */
class RunningRequest implements Dispatcher.DispatchHandler {
  readonly #ends: RequestEnds;
  readonly #timer: NodeJS.Timeout;
  /** Set when the connection is open. */
  #controller: Dispatcher.DispatchController | undefined;
  #hasLeft = false;
  #isSettled = false;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  readonly #blocks: Buffer[] = [];
  #size = 0;

  constructor(timeoutMs: number, ends: RequestEnds) {
    this.#ends = ends;
    this.#timer = setTimeout(() => this.#giveUp(new Error('timed out')), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // It timed out while it waited for a connection, so nothing may leave.
    if (this.#isSettled) controller.abort(new Error('too late'));
    this.#controller = controller;
    this.#hasLeft = !this.#ends.isHeldBack;
  }

  /** Notes that the first byte leaves now. Throws if the request has timed out. */
  leave(): void {
    if (this.#isSettled) throw new Error('too late');
    this.#hasLeft = true;
    this.#timer.refresh();
  }

  onBodySent(): void {
    if (!this.#isSettled) this.#timer.refresh();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, block: Buffer): void {
    const isSuccess = this.#status < 300;
    const longest = isSuccess ? LONGEST_ANSWER : this.#ends.isRead(this.#status) ? LONGEST_REASONS : LONGEST_REFUSAL;
    this.#blocks.push(block.subarray(0, longest - this.#size));
    this.#size += block.length;
    if (this.#size <= longest) return;
    // The beginning of a refusal is enough to say what it was.
    if (isSuccess) this.#blocks.length = 0;
    this.#size = longest;
    controller.abort(new Error('too long'));
  }

  onResponseEnd(): void {
    this.#answered(true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    if (this.#status > 0) this.#answered(false);
    else this.#failed(cause);
  }

  #giveUp(reason: Error): void {
    if (this.#controller) this.#controller.abort(reason);
    else this.#failed(reason);
  }

  #answered(whole: boolean): void {
    this.#settle();
    const [only] = this.#blocks;
    const bytes = this.#blocks.length === 1 && only ? only : Buffer.concat(this.#blocks);
    const fault = this.#ends.fault();
    // The answer is about a request that was never whole.
    if (fault) this.#ends.reject(fault.error);
    else this.#ends.resolve({ status: this.#status, headers: this.#headers, text: bytes.toString('utf8'), whole });
  }

  #failed(cause: Error): void {
    this.#settle();
    const failure = this.#hasLeft
      ? new CallFailure('unanswered', 'No answer came', { cause })
      : new CallFailure('unreachable', 'The service could not be reached', { cause });
    const fault = this.#ends.fault();
    this.#ends.reject(fault ? fault.error : failure);
  }

  #settle(): void {
    this.#isSettled = true;
    clearTimeout(this.#timer);
  }
}

/**
 * Bodies up to this many bytes are sent in one piece. A stream writes each block separately, which doubles the processor
 * time of an application with small documents.
 */
const SMALL_BODY = 256 * 1024;

type GivenBody = OutboundRequest['body'];

interface OpenedBody {
  readonly content: string | Buffer | Readable | null;
  /** The error that stopped the reading of the body, if any. */
  readonly fault: () => { readonly error: unknown } | undefined;
}

const none = () => undefined;

/**
 * Rejects if a small body cannot be read. A body that waits for `leaving` is a stream, since undici sends the head of a
 * request together with the first block of its stream.
 */
async function openBody(body: GivenBody, leaving?: () => Promise<void>): Promise<OpenedBody> {
  if (leaving) return streamed(heldBack(await blocksOf(body), leaving));
  if (body === undefined) return { content: null, fault: none };
  if (typeof body === 'string') return { content: body, fault: none };
  return body.length > SMALL_BODY ? streamed(body.open()) : { content: await inOnePiece(body), fault: none };
}

type Blocks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>;

async function* heldBack(blocks: Blocks, leaving: () => Promise<void>): AsyncIterable<Uint8Array | string> {
  await leaving();
  yield* blocks;
}

async function blocksOf(body: GivenBody): Promise<Blocks> {
  if (typeof body !== 'object') return [Buffer.from(body ?? '')];
  return body.length > SMALL_BODY ? body.open() : [await inOnePiece(body)];
}

async function inOnePiece(body: OutboundBody): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  for await (const block of body.open()) blocks.push(typeof block === 'string' ? Buffer.from(block, 'latin1') : block);
  return Buffer.concat(blocks);
}

function streamed(blocks: AsyncIterable<Uint8Array | string>): OpenedBody {
  let fault: { readonly error: unknown } | undefined;
  const noted = async function* () {
    try {
      yield* blocks;
    } catch (error) {
      fault = { error };
      throw error;
    }
  };
  return { content: Readable.from(noted()), fault: () => fault };
}

/** undici adds the length of a text that is not sent as a stream. */
function lengthOf(body: GivenBody, isStream: boolean) {
  if (typeof body === 'object') return { 'content-length': String(body.length) };
  return isStream ? { 'content-length': String(Buffer.byteLength(body ?? '')) } : undefined;
}

/** An account in an address goes out as a header. */
function addressOf(url: string) {
  const { origin, pathname, search, username, password } = new URL(url);
  const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = { authorization: `Basic ${Buffer.from(account).toString('base64')}` };
  return { origin, path: pathname + search, ...(username === '' ? {} : { authorization }) };
}
