import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { unavailable } from '../errors.ts';
import { answerAndClose } from './raw-answer.ts';

/** What is kept by us alone: others may wait for the outside, which has limits of its own. */
const OURS = new RegExp(`^(?:/api/(?:student|short|agent)-applications/|/api/submissions/|${UPLOADS_PATH}(?:/|$|\\?))`);

interface Waiting {
  readonly response: ServerResponse;
  /** Since when all of the request is here. */
  since?: number;
}

/**
 * Answers requests with 503 that have come whole and were not answered for `answerMs`, whatever hangs behind them: a disk
 * that takes no write, say. What they asked for may be done later on, and is found when it is asked for again.
 */
export function endLateAnswers(
  server: Server,
  { checkEveryMs, answerMs }: { readonly checkEveryMs: number; readonly answerMs: number },
): void {
  const waiting = new Map<IncomingMessage, Waiting>();
  server.on('request', (request, response) => {
    if (!OURS.test(request.url ?? '')) return;
    waiting.set(request, { response });
    response.once('close', () => waiting.delete(request));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [request, one] of waiting) {
      if (one.response.headersSent) waiting.delete(request);
      else if (request.complete) one.since ??= now;
      if (one.since === undefined || now - one.since < answerMs || one.response.headersSent) continue;
      waiting.delete(request);
      one.response.statusCode = 503;
      answerAndClose(request.socket, unavailable(undefined));
    }
  }, checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}
