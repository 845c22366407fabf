import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { TRANSFERS_PATH } from '#contract/transfers.ts';
import { AppError, unavailable } from '../errors.ts';
import { answerAndClose } from './raw-answer.ts';

/** How long the server waits for its clients, and its clients for the server. */
export interface Patience {
  readonly checkEveryMs: number;
  /** The longest that the headers of a request may take. */
  readonly headersMs: number;
  /** The longest that the body of a request may take that is no upload. */
  readonly bodyMs: number;
  /** An upload may take as long as it likes, as long as so many bytes come in each such time. */
  readonly stallMs: number;
  readonly stallBytes: number;
  /** The longest that an answer may wait for its client without a byte of it being taken. */
  readonly unreadMs: number;
  /** The longest that a request which has come whole waits for an answer. */
  readonly answerMs: number;
  /** How much of a body is still taken, and thrown away, after its answer has left. */
  readonly lingerMs: number;
  readonly lingerBytes: number;
}

export const PATIENCE: Patience = {
  checkEveryMs: 5_000,
  headersMs: 15_000,
  bodyMs: 30_000,
  // A minute, since an upload may have to wait for its lock; the slowest phones send a hundred times as much in it.
  stallMs: 60_000,
  stallBytes: 4096,
  // Two minutes: a system hands bytes on in portions that take a slow line a while.
  unreadMs: 120_000,
  // Less than the 35 s after which the page gives up.
  answerMs: 25_000,
  // Bytes that are on their way at the moment of the answer, even of a fast line; a client that sends more does not read it.
  lingerMs: 1_000,
  lingerBytes: 64 * 1024 * 1024,
};

/** Ends what takes longer than `patience` on every connection; slow headers are ended by the options of the server. */
export function limitWaiting(server: Server, patience: Patience): void {
  const checks = [
    endSlowBodies(server, patience),
    endUnreadAnswers(server, patience),
    endLateAnswers(server, patience),
  ];
  const timer = setInterval(() => {
    for (const check of checks) check();
  }, patience.checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
  stopReadingAfterAnswers(server, patience);
}

interface SlowBody {
  readonly response: ServerResponse;
  readonly limitMs: number;
  readonly wantedBytes: number;
  /** When, and at which byte of its connection, the time began that is running now. */
  since: number;
  from: number;
}

const BRINGS_FILES = [UPLOADS_PATH, TRANSFERS_PATH];

/** Ends requests whose bodies come too slowly, with 408. */
function endSlowBodies(server: Server, { bodyMs, stallMs, stallBytes }: Patience): () => void {
  const bodies = new Map<IncomingMessage, SlowBody>();
  server.on('request', (request, response) => {
    if (request.headers['content-length'] === undefined && !request.headers['transfer-encoding']) return;
    const isUpload = BRINGS_FILES.some((path) => request.url?.startsWith(`${path}/`));
    const limits = isUpload
      ? { limitMs: stallMs, wantedBytes: stallBytes }
      : { limitMs: bodyMs, wantedBytes: Number.POSITIVE_INFINITY };
    bodies.set(request, { response, ...limits, since: performance.now(), from: request.socket.bytesRead });
    response.once('close', () => bodies.delete(request));
  });
  return () => {
    const now = performance.now();
    for (const [request, body] of bodies) {
      const { bytesRead } = request.socket;
      if (request.complete) bodies.delete(request);
      else if (now - body.since < body.limitMs) continue;
      else if (bytesRead - body.from >= body.wantedBytes) Object.assign(body, { since: now, from: bytesRead });
      else {
        bodies.delete(request);
        if (body.response.headersSent) request.socket.destroy();
        else answerAndClose(request.socket, new AppError('REQUEST_TIMEOUT'));
      }
    }
  };
}

/**
 * Ends connections whose answers are not read: bytes wait to be taken, and none was for `unreadMs`. An answer that comes
 * in blocks (a file of the build, a list, an event stream) would otherwise keep its place, its file and its memory for
 * as long as its client likes. A client that reads slowly may take all the time there is.
 */
function endUnreadAnswers(server: Server, { unreadMs }: Patience): () => void {
  /** Bytes that each connection has taken, and since when that number has been the same. */
  const readers = new Map<Socket, { taken: number; since: number }>();
  server.on('connection', (socket) => {
    readers.set(socket, { taken: 0, since: performance.now() });
    socket.once('close', () => readers.delete(socket));
  });
  return () => {
    const now = performance.now();
    for (const [socket, reader] of readers) {
      const taken = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || taken !== reader.taken) Object.assign(reader, { taken, since: now });
      else if (now - reader.since >= unreadMs) socket.destroy();
    }
  };
}

/** What this server answers by itself. Other calls may wait for the outside, which has limits of its own. */
const OWN_ANSWERS = new RegExp(
  `^(?:/api/(?:student|short|agent)-applications/|/api/submissions/|(?:${BRINGS_FILES.join('|')})(?:/|$|\\?))`,
);

/**
 * Answers requests with 503 that have come whole and were not answered for `answerMs`, whatever hangs behind them: a disk
 * that takes no write, say. What they asked for may be done later on, and is found when it is asked for again.
 */
function endLateAnswers(server: Server, { answerMs }: Patience): () => void {
  /** `since`: when a check first found all of the request here. */
  const waiting = new Map<IncomingMessage, { readonly response: ServerResponse; since?: number }>();
  server.on('request', (request, response) => {
    if (!OWN_ANSWERS.test(request.url ?? '')) return;
    waiting.set(request, { response });
    response.once('close', () => waiting.delete(request));
  });
  return () => {
    const now = performance.now();
    for (const [request, entry] of waiting) {
      if (entry.response.headersSent) waiting.delete(request);
      else if (request.complete) {
        entry.since ??= now;
        if (now - entry.since < answerMs) continue;
        waiting.delete(request);
        answerAndClose(request.socket, unavailable(undefined));
      }
    }
  };
}

const LOOK_EVERY_MS = 100;

/**
 * Ends connections whose body goes on after its answer, on every route: a refusal that came before the end of the body
 * (413, 415, 429, …). Most clients read it only when they cannot send any more, so the rest is taken for a moment, and
 * then the connection ends: on a slow link long before the whole body has come in vain, on a fast one before it has
 * cost much. Without this, Node would read such a body for as long as it comes.
 */
function stopReadingAfterAnswers(server: Server, { lingerMs, lingerBytes }: Patience): void {
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (request.complete) return;
      const { socket } = request;
      const from = socket.bytesRead;
      const until = performance.now() + lingerMs;
      const look = setInterval(() => {
        if (request.complete || socket.destroyed) clearInterval(look);
        else if (socket.bytesRead - from > lingerBytes || performance.now() >= until) socket.destroy();
      }, LOOK_EVERY_MS).unref();
      request.resume();
    });
  });
}
