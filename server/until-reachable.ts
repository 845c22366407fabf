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

/** Repeats the work while it rejects with UNAVAILABLE, `onWait` before each pause. Rejects when `signal` aborts. */
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

/** Settles as the work does, or rejects with the signal's reason when it aborts; the work itself continues, and its result is ignored. */
async function orAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const ended = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: ended.signal });
  });
  return Promise.race([work(), aborted]).finally(() => ended.abort());
}
