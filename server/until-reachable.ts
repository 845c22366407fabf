import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from './errors.ts';
import type { Log } from './ports/log.ts';

const AGAIN_MS = 2_000;

/**
 * Does the work again and again until what it needs can be reached, and says so in the log each time. `onWait` is called
 * before each pause. Rejects with any error but UNAVAILABLE, and with what `onWait` rejects with.
 */
export async function untilReachable<T>(
  work: () => Promise<T>,
  log: Log,
  onWait: () => Promise<unknown> = async () => undefined,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'UNAVAILABLE')) throw error;
      log.warn({ err: error.facts.cause }, 'database or bucket cannot be reached: the server waits for it');
      await onWait();
      await sleep(AGAIN_MS);
    }
  }
}
