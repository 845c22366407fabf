import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import type { Context } from 'koa';
import { AppError } from '../errors.ts';
import type { AppDeps } from './deps.ts';
import { countRequest, isChunk, LEAST_CHUNK_BYTES } from './middleware/rate-limit.ts';
import { noteReceived } from './read-request.ts';

/** The bytes that a client sent before it cancelled arrive without such a gap. */
const GRACE_MS = 100;
/** The buffer limit: above it, no more bytes are read from the connection. */
const MOST_WAITING = 64 * 1024;

const tooMuch = () => new AppError('BODY_TOO_LARGE', { detail: 'More bytes came than were announced.' });

/** The received blocks. A broken connection is the end, not an error. A refusal is thrown after its blocks. */
export class UploadBody implements AsyncIterable<readonly Buffer[]> {
  readonly #request: IncomingMessage;
  #blocks: Buffer[] = [];
  #waiting = 0;
  #received = 0;
  #room = Number.POSITIVE_INFINITY;
  #count: (bytes: number) => void = () => undefined;
  #isOver = false;
  #refusal: unknown;
  #wake: () => void = () => undefined;
  #ending: NodeJS.Timeout | undefined;

  /** Reads the request at once: bytes that still wait in it when its connection breaks are lost. */
  constructor(request: IncomingMessage) {
    this.#request = request;
    request.on('data', this.#receive);
    request.once('aborted', this.#rescue);
    finished(request, this.stop);
  }

  get received(): number {
    return this.#received;
  }

  /** Another request wants the upload: only bytes that were already sent are still accepted. */
  readonly finishSoon = (): void => {
    this.#ending ??= setTimeout(this.stop, GRACE_MS);
  };

  /** Discards later bytes. They are still read, so that the client gets its answer. */
  readonly stop = (): void => {
    clearTimeout(this.#ending);
    this.#request.off('data', this.#receive).resume();
    this.#isOver = true;
    this.#wake();
  };

  /** Throws BODY_TOO_LARGE if more bytes are announced, or have arrived, than are allowed. */
  allow(room: number, announced = 0): void {
    this.#room = room;
    if (Math.max(announced, this.#received) > room) throw tooMuch();
  }

  /** Counts the received blocks and each later one. An error of `count` ends the body. */
  countWith(count: (bytes: number) => void): void {
    count(this.#received);
    this.#count = count;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Buffer[]> {
    for (;;) {
      const blocks = this.#blocks;
      if (blocks.length > 0) {
        this.#blocks = [];
        this.#waiting = 0;
        this.#request.resume();
        yield blocks;
      } else if (this.#refusal !== undefined) throw this.#refusal;
      else if (this.#isOver) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  readonly #receive = (block: Buffer): void => {
    if (this.#isOver) return;
    this.#received += block.length;
    try {
      if (this.#received > this.#room) throw tooMuch();
      this.#count(block.length);
    } catch (refusal) {
      this.#refusal = refusal;
      this.stop();
      return;
    }
    this.#blocks.push(block);
    this.#waiting += block.length;
    if (this.#waiting >= MOST_WAITING) this.#request.pause();
    this.#ending?.refresh();
    this.#wake();
  };

  readonly #rescue = (): void => {
    this.#request.off('data', this.#receive);
    for (let block = this.#request.read(); block !== null; block = this.#request.read()) this.#receive(block);
  };
}

/** Runs the work of a PATCH. If almost nothing was `kept`, it counts as a request. */
export async function withBody<T extends { readonly kept: number }>(
  { rateLimiter }: Pick<AppDeps, 'rateLimiter'>,
  ctx: Context,
  work: (body: UploadBody) => Promise<T>,
): Promise<T> {
  // Before anything is awaited: bytes that are still in the request when its connection breaks are lost.
  const body = new UploadBody(ctx.req);
  let kept = 0;
  try {
    const done = await work(body);
    kept = done.kept;
    return done;
  } finally {
    body.stop();
    noteReceived(ctx, body.received);
    if (kept < LEAST_CHUNK_BYTES && isChunk(ctx)) await countRequest(rateLimiter, ctx);
  }
}

const REMEMBERED = 1000;

/**
 * Uploads whose connection broke during a request. On a reused connection, a browser silently repeats the broken request
 * with all of its bytes and a wrong offset. So each further request of such an upload gets its own connection.
 */
export class InterruptedUploads {
  readonly #paths = new Set<string>();

  /** Remembers a PATCH that breaks off, and ends the connection of each later request for that upload. */
  noteAndAnswer({ path, method, req, res }: Context): void {
    if (this.#paths.has(path)) res.setHeader('Connection', 'close');
    if (method !== 'PATCH') return;
    req.once('aborted', () => {
      this.#paths.add(path);
      const [oldest] = this.#paths;
      if (this.#paths.size > REMEMBERED && oldest !== undefined) this.#paths.delete(oldest);
    });
  }
}
