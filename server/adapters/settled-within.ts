import type { Clock } from '../ports/clock.ts';

/**
 * Resolves when all of that work has ended, well or badly, or when so many milliseconds have passed. Until then the
 * process stays alive, even where nothing else keeps it. Never rejects.
 */
export function settledWithin(
  ms: number,
  work: Iterable<Promise<unknown>>,
  clock: Pick<Clock, 'after'>,
): Promise<void> {
  return new Promise((resolve) => {
    const callOff = clock.after(ms, resolve, { keepsAlive: true });
    void Promise.allSettled(work).then(() => {
      callOff();
      resolve();
    });
  });
}
