import type { Log } from './ports/log.ts';

/** Work that is done again and again, never twice at the same time. */
export interface Chore {
  now(): Promise<void>;
  /** Resolves when it is not being done any more, and will not be. */
  stop(): Promise<void>;
}

/** Does the work after so many milliseconds each time; one that fails is logged and done again. */
export function every(ms: number, work: () => Promise<unknown>, log: Log): Chore {
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
  const timer = setInterval(now, ms).unref();
  return {
    now,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
