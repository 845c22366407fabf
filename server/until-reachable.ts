import { AppError } from './errors.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';

const AGAIN_MS = 2_000;

interface WaitOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
  readonly onWait?: (() => Promise<unknown>) | undefined;
}

/**
 * Repeats the work while it rejects with UNAVAILABLE, with a log line each time. `onWait` is called before each pause.
 * Rejects with any other error, and with what `onWait` rejects with.
 */
export async function untilReachable<T>(
  work: () => Promise<T>,
  { clock, log, onWait = async () => undefined }: WaitOptions,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'UNAVAILABLE')) throw error;
      log.warn({ err: error.facts.cause }, 'database or bucket cannot be used yet: the server waits for it');
      await onWait();
      await clock.sleep(AGAIN_MS);
    }
  }
}
