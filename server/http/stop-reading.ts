import type { IncomingMessage, Server } from 'node:http';

/** How much of a body is still taken, and thrown away, after its answer has left. */
export interface Linger {
  readonly lingerMs: number;
  readonly lingerBytes: number;
}

/** Bytes on their way at the moment of the answer, even of a fast line; who sends more does not look at the answer. */
export const LINGER: Linger = { lingerMs: 1_000, lingerBytes: 64 * 1024 * 1024 };

const LOOK_EVERY_MS = 100;

/**
 * Ends connections whose body goes on after its answer, on every route: a refusal that came before the end of the body
 * (413, 415, 429, …). Most clients read it only when they cannot send any more, so the rest is taken for a moment, and
 * then the connection ends: on a slow link long before the whole body has come in vain, on a fast one before it has
 * cost much. Left alone, Node reads such a body for as long as it comes.
 */
export function stopReadingAfterAnswers(server: Server, { lingerMs, lingerBytes }: Linger = LINGER): void {
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (!request.complete) linger(request, lingerMs, lingerBytes);
    });
  });
}

function linger(request: IncomingMessage, lingerMs: number, lingerBytes: number): void {
  const { socket } = request;
  const from = socket.bytesRead;
  const until = performance.now() + lingerMs;
  const look = setInterval(() => {
    if (request.complete || socket.destroyed) clearInterval(look);
    else if (socket.bytesRead - from > lingerBytes || performance.now() >= until) socket.destroy();
  }, LOOK_EVERY_MS).unref();
  request.resume();
}
