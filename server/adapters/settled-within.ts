import type { Clock } from '../ports/clock.ts';

/** Waits until all work has ended, or for so many milliseconds; the process stays alive until then. Never rejects. */
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
