import type { DrainOptions } from './drain.ts';
import { drainOnce } from './drain.ts';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
/** Only the tab that holds it sends. */
const LOCK = 'outbox';

export interface OutboxRunner {
  /** Something was confirmed, or the server answers again: go through the line now. */
  wake(): void;
  stop(): void;
}

/**
 * Goes through the outbox whenever it is woken, and again with growing pauses while something could not be sent. Of
 * several tabs one sends at a time (Web Locks); a tab that dies passes the lock on to the next in line.
 */
export function runOutbox(options: DrainOptions): OutboxRunner {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let running = false;
  let woken = false;
  let stopped = false;

  const pass = async () => {
    woken = false;
    const outcome = await exclusively(() => drainOnce(options)).catch(() => 'again' as const);
    failures = outcome === 'again' ? failures + 1 : 0;
    return outcome;
  };
  const run = async () => {
    if (running) return;
    running = true;
    clearTimeout(timer);
    let outcome = await pass();
    while (woken && !stopped) outcome = await pass();
    running = false;
    if (outcome === 'again' && !stopped) timer = setTimeout(run, pauseAfter(failures));
  };
  return {
    wake() {
      woken = true;
      void run();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** A quarter more or less at random, so that all the browsers of a server that comes back do not come at once. */
function pauseAfter(failures: number): number {
  const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10));
  return pause * (0.75 + Math.random() / 2);
}

/** Without Web Locks two tabs may send the same application: its id makes one of it on the server. */
async function exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}
