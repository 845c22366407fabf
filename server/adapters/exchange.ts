import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { CallFailure } from '../ports/call-failure.ts';
import { createDispatcher, type OutsideProxy } from './outside-proxy.ts';

/** A body of known length in bytes, read once, in blocks. A block may be ASCII text. */
export interface OutboundBody {
  readonly length: number;
  open(): AsyncIterable<Uint8Array | string>;
}

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** With a body the request is a POST, else a GET. */
  readonly body?: string | OutboundBody | undefined;
  readonly timeoutMs?: number | undefined;
  /** Awaited before the first byte is sent. If it rejects, nothing is sent. */
  readonly leaving?: (() => Promise<void>) | undefined;
  /** Whether the caller reads answers with this status; they may be longer than other refusals. */
  readonly isRead: (status: number) => boolean;
}

export interface Exchanged {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** False if the connection broke, or the answer was too long, after its status. */
  readonly whole: boolean;
}

/** Rejects with CallFailure without an answer. Errors of the body and of `leaving` are passed on unchanged. */
export type Exchange = (request: OutboundRequest) => Promise<Exchanged>;

/** Enough for an agent list of more than 10 MB; nothing longer is expected. */
const LONGEST_ANSWER = 16 * 1024 * 1024;
/** Limit for a refusal with reasons; a hundred reasons need a tenth of this. */
const LONGEST_REASONS = 1024 * 1024;
/** Limit for other refusals: only one line, or the message of a small JSON, is shown. */
const LONGEST_REFUSAL = 64 * 1024;

/** Keep-alive over HTTP/1.1. `timeoutMs` starts again with each block that the service accepts. */
export function createExchange(timeoutMs: number, proxy?: OutsideProxy): Exchange {
  const options = {
    connections: 256,
    // Without pipelining, a broken connection affects only one request.
    allowH2: false,
    connect: { timeout: timeoutMs },
    // A RunningRequest has one limit for everything after the connection.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const dispatcher = createDispatcher(options, timeoutMs, proxy);
  return async ({ url, headers, body, isRead, leaving, timeoutMs: ownMs = timeoutMs }) => {
    const { origin, path, authorization } = addressOf(url);
    const blocks = await blocksOf(body);
    const length = blocks && { 'content-length': String(lengthOf(body)) };
    const all = { accept: 'application/json', ...authorization, ...length, ...headers };
    return new Promise((resolve, reject) => {
      const request = new RunningRequest(ownMs, { resolve, reject, isRead, hasBody: blocks !== undefined });
      const content = blocks && Readable.from(request.body(blocks, leaving));
      const method = content ? 'POST' : 'GET';
      dispatcher.dispatch({ origin, path, method, headers: all, body: content ?? null }, request);
    });
  };
}

interface RequestEnds {
  resolve(exchanged: Exchanged): void;
  reject(failure: unknown): void;
  readonly isRead: OutboundRequest['isRead'];
  /** Nothing is sent before the first block of the body: undici sends the headers with it. */
  readonly hasBody: boolean;
}

class RunningRequest implements Dispatcher.DispatchHandler {
  readonly #ends: RequestEnds;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #hasLeft = false;
  #isSettled = false;
  /** Why the body could not be sent completely, if that is our error. */
  #fault: { readonly error: unknown } | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  readonly #blocks: Buffer[] = [];
  #size = 0;

  constructor(timeoutMs: number, ends: RequestEnds) {
    this.#ends = ends;
    this.#timer = setTimeout(() => this.#abort(new Error('timed out')), timeoutMs);
  }

  /** undici reads the body once the connection is open. */
  async *body(blocks: AsyncIterable<Uint8Array | string>, leaving: OutboundRequest['leaving']) {
    if (leaving) await this.#ours(leaving());
    // The caller has cancelled the request: nothing may be sent any more.
    if (this.#isSettled) throw new Error('too late');
    this.#hasLeft = true;
    const reading = blocks[Symbol.asyncIterator]();
    try {
      for (;;) {
        // undici asks for the next block after the service has accepted the last one.
        if (!this.#isSettled) this.#timer.refresh();
        const { done, value } = await this.#ours(reading.next());
        if (done) return;
        yield value;
      }
    } finally {
      await reading.return?.();
    }
  }

  async #ours<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.#fault = { error };
      throw error;
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // It timed out while it waited for a connection: nothing may be sent any more.
    if (this.#isSettled) controller.abort(new Error('too late'));
    this.#controller = controller;
    if (!this.#ends.hasBody) this.#hasLeft = true;
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
    // The beginning of a refusal is enough.
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

  #abort(reason: Error): void {
    if (this.#controller) this.#controller.abort(reason);
    else this.#failed(reason);
  }

  #answered(whole: boolean): void {
    const text = Buffer.concat(this.#blocks).toString('utf8');
    this.#settle(() => this.#ends.resolve({ status: this.#status, headers: this.#headers, text, whole }));
  }

  #failed(cause: Error): void {
    const failure = this.#hasLeft
      ? new CallFailure('unanswered', 'No answer came', { cause })
      : new CallFailure('unreachable', 'The service could not be reached', { cause });
    this.#settle(() => this.#ends.reject(failure));
  }

  #settle(tell: () => void): void {
    this.#isSettled = true;
    clearTimeout(this.#timer);
    // An answer to an incomplete request means nothing.
    if (this.#fault) this.#ends.reject(this.#fault.error);
    else tell();
  }
}

/** Bodies up to this length are sent in one piece: in blocks, small documents need twice the processor time. */
const SMALL_BODY = 256 * 1024;

async function blocksOf(body: OutboundRequest['body']): Promise<AsyncIterable<Uint8Array | string> | undefined> {
  if (body === undefined) return undefined;
  if (typeof body === 'object' && body.length > SMALL_BODY) return body.open();
  return inOnePiece(typeof body === 'string' ? Buffer.from(body) : await wholeOf(body));
}

async function* inOnePiece(body: Buffer) {
  yield body;
}

async function wholeOf(body: OutboundBody): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  for await (const block of body.open()) blocks.push(typeof block === 'string' ? Buffer.from(block, 'latin1') : block);
  return Buffer.concat(blocks);
}

const lengthOf = (body: OutboundRequest['body'] = '') =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.length;

function addressOf(url: string) {
  const { origin, pathname, search, username, password } = new URL(url);
  const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = { authorization: `Basic ${Buffer.from(account).toString('base64')}` };
  return { origin, path: pathname + search, ...(username === '' ? {} : { authorization }) };
}
