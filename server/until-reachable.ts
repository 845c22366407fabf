import { AppError } from './errors.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';

const AGAIN_MS = 2_000;

interface WaitOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
  readonly onWait?: (() => Promise<unknown>) | undefined;
  readonly signal: AbortSignal;
}

/** Retries the work while it rejects with UNAVAILABLE; calls `onWait` before each pause. Rejects if `signal` aborts. */
export async function untilReachable<T>(
  work: () => Promise<T>,
  { clock, log, onWait = async () => undefined, signal }: WaitOptions,
): Promise<T> {
  for (;;) {
    try {
      return await orAborted(work, signal);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'UNAVAILABLE')) throw error;
      log.warn({ err: error.facts.cause }, 'database or bucket cannot be used yet: the server waits for it');
      await onWait();
      await orAborted(() => clock.sleep(AGAIN_MS), signal);
    }
  }
}

/** Settles like the work, or rejects if the signal aborts; the work continues, and its result is ignored. */
async function orAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const ended = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: ended.signal });
  });
  return Promise.race([work(), aborted]).finally(() => ended.abort());
}
