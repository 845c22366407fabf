import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { AppError } from '../errors.ts';
import { answerAndClose } from './raw-answer.ts';

export interface Patience {
  readonly checkEveryMs: number;
  /** The longest that the body of a request may take that is no upload. */
  readonly bodyMs: number;
  /** An upload may take as long as it likes, as long as so many bytes come in each such time. */
  readonly stallMs: number;
  readonly stallBytes: number;
  /** The longest that an answer may wait for its client without a byte of it being taken. */
  readonly unreadMs: number;
  /** The longest that a request which has come whole waits for an answer. */
  readonly answerMs: number;
}

/**
 * A minute for an upload, since it may have to wait for its lock; the slowest phones send a hundred times as much. Two for
 * an answer: a system hands bytes on in portions that take a slow line a while.
 */
export const PATIENCE: Patience = {
  checkEveryMs: 5_000,
  bodyMs: 30_000,
  stallMs: 60_000,
  stallBytes: 4096,
  unreadMs: 120_000,
  // Less than the 35 s after which the page gives up.
  answerMs: 25_000,
};

interface Arriving {
  readonly response: ServerResponse;
  readonly patience: number;
  readonly wanted: number;
  /** When, and at which byte of its connection, the time began that is running now. */
  since: number;
  from: number;
}

/** Ends requests whose bodies come too slowly (408). Slow headers are the HTTP server's own business. */
export function endSlowRequests(server: Server, patience: Patience = PATIENCE): void {
  const arriving = new Map<IncomingMessage, Arriving>();
  server.on('request', (request, response) => {
    if (request.headers['content-length'] === undefined && !request.headers['transfer-encoding']) return;
    const isUpload = request.url?.startsWith(`${UPLOADS_PATH}/`) ?? false;
    arriving.set(request, {
      response,
      patience: isUpload ? patience.stallMs : patience.bodyMs,
      wanted: isUpload ? patience.stallBytes : Number.POSITIVE_INFINITY,
      since: performance.now(),
      from: request.socket.bytesRead,
    });
    response.once('close', () => arriving.delete(request));
  });
  const timer = setInterval(() => {
    for (const [request, state] of arriving) judge(request, state, () => arriving.delete(request));
  }, patience.checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}

function judge(request: IncomingMessage, state: Arriving, forget: () => void): void {
  if (request.complete) {
    forget();
    return;
  }
  const now = performance.now();
  if (now - state.since < state.patience) return;
  const { bytesRead } = request.socket;
  if (bytesRead - state.from >= state.wanted) {
    state.since = now;
    state.from = bytesRead;
    return;
  }
  forget();
  state.response.statusCode = 408;
  if (state.response.headersSent) request.socket.destroy();
  else answerAndClose(request.socket, new AppError('REQUEST_TIMEOUT'));
}
