import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';

/** Repeated work, never twice at the same time. */
export interface Chore {
  now(): Promise<void>;
  /** Resolves when it has stopped for good. */
  stop(): Promise<void>;
}

/** Repeats the work with a pause of this many milliseconds; a failure is logged. */
export function every(
  ms: number,
  work: () => Promise<unknown>,
  { clock, log }: { readonly clock: Pick<Clock, 'after'>; readonly log: Log },
): Chore {
  let running: Promise<void> | undefined;
  const now = () => {
    running ??= work()
      .then(
        () => undefined,
        (err) => log.error({ err }, 'a regular chore failed'),
      )
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  let callOff: () => void;
  const arm = () => {
    callOff = clock.after(ms, () => {
      arm();
      void now();
    });
  };
  arm();
  return {
    now,
    stop: async () => {
      callOff();
      await running;
    },
  };
}
