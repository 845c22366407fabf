import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { LONGEST_WAIT_MS, type Queue, type WorkHandler } from '../ports/queue.ts';
import { settledWithin } from './settled-within.ts';

/** A handler that throws (on a full disk, for instance) is called again, with backoff. */
const FIRST_REPEAT_MS = 1_000;
const LONGEST_REPEAT_MS = 60_000;

/** Works on at most `width` ids at once, never twice on one. In memory: each start adds unfinished submissions. */
export function createInProcessQueue({
  width,
  log,
  clock,
}: {
  readonly width: number;
  readonly log: Log;
  readonly clock: Pick<Clock, 'now' | 'after'>;
}): Queue {
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const timers = new Map<string, () => void>();
  const failures = new Map<string, number>();
  let handler: WorkHandler | undefined;
  /** Never aborted: there is no other node. */
  const { signal: neverLost } = new AbortController();
  let closed = false;

  const work = async (id: string, handle: WorkHandler) => {
    try {
      await handle(id, neverLost);
      failures.delete(id);
    } catch (error) {
      log.error({ submission: id, err: error }, 'work on a submission failed');
      const times = failures.get(id) ?? 0;
      failures.set(id, times + 1);
      if (!waiting.has(id)) add(id, Math.min(FIRST_REPEAT_MS * 2 ** times, LONGEST_REPEAT_MS));
    } finally {
      running.delete(id);
      next();
    }
  };
  const next = () => {
    if (closed || handler === undefined) return;
    for (const id of waiting) {
      if (running.size >= width) return;
      if (running.has(id)) continue;
      waiting.delete(id);
      // Starts in a later microtask, so that the id counts as running before its handler can add it again.
      running.set(
        id,
        Promise.resolve(handler).then((handle) => work(id, handle)),
      );
    }
  };
  const stopTimer = (id: string) => {
    timers.get(id)?.();
    timers.delete(id);
  };
  const add = (id: string, waitMs = 0) => {
    if (closed) return;
    stopTimer(id);
    if (waitMs > 0) {
      timers.set(
        id,
        clock.after(Math.min(waitMs, LONGEST_WAIT_MS), () => add(id)),
      );
      return;
    }
    waiting.add(id);
    next();
  };
  return {
    // A duration, since the clock may be set back.
    add: async (id, at) => add(id, at && at.getTime() - clock.now().getTime()),
    start: (work) => {
      handler = work;
      next();
    },
    drain: async (ms) => {
      closed = true;
      for (const id of timers.keys()) stopTimer(id);
      await settledWithin(ms, running.values(), clock);
    },
  };
}
