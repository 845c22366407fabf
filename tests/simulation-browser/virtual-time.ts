import { setImmediate as nextTurn } from 'node:timers/promises';

/** The owner of a task: tasks of a dead page never run, tasks of a frozen page wait. */
export interface Owner {
  readonly isDead: boolean;
  readonly isFrozen: boolean;
  /** Whether it is in the back/forward cache: it is frozen as well, and loses messages sent to it. */
  readonly isAway?: boolean;
}

interface Task {
  readonly source: string;
  readonly owner: Owner | undefined;
  readonly run: () => void;
}
interface Timer extends Task {
  readonly id: number;
  readonly at: number;
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** More tasks than this without a step of time mean that a page endlessly makes work for itself. */
const ENDLESS = 200_000;

export type VirtualTime = ReturnType<typeof createTime>;

/**
 * The event loop of a simulated device. Tasks of one source run in order. `schedule` decides the next source (0: the
 * one that has waited longest), so its number repeats a schedule. Time stops while tasks run. All times are
 * milliseconds; `startAt` is the device's first time, since 1970.
 */
export function createTime(schedule: number, startAt: number) {
  const chance = schedule === 0 ? () => 0 : seededRandom(schedule);
  let ready: Task[] = [];
  let timers: Timer[] = [];
  let lived = 0;
  let clock = startAt;
  let slept = 0;
  let steps = 0;
  let lastId = 0;

  /** Runs one task and its microtasks; false if there is none. */
  async function step(): Promise<boolean> {
    ready = ready.filter(({ owner }) => !owner?.isDead);
    const sources = [...new Set(ready.filter(({ owner }) => !owner?.isFrozen).map(({ source }) => source))];
    const source = sources[Math.floor(chance() * sources.length)];
    const index = ready.findIndex((task) => task.source === source && !task.owner?.isFrozen);
    const [task] = index < 0 ? [] : ready.splice(index, 1);
    if (task === undefined) return false;
    steps += 1;
    task.run();
    // All microtasks run before the next turn of the real loop.
    await nextTurn();
    return true;
  }

  /** Lets this many milliseconds pass for awake pages. */
  async function pass(ms: number): Promise<void> {
    await nextTurn();
    const end = lived + ms;
    for (;;) {
      let done = 0;
      while (await step()) {
        done += 1;
        if (done > ENDLESS) throw new Error('the pages have endless work');
      }
      timers = timers.filter(({ owner }) => !owner?.isDead);
      const awake = timers.filter(({ owner }) => !owner?.isFrozen);
      const due = awake.reduce<Timer | undefined>(
        (first, one) => (first && first.at <= one.at ? first : one),
        undefined,
      );
      if (due === undefined || due.at > end) break;
      timers.splice(timers.indexOf(due), 1);
      clock += Math.max(0, due.at - lived);
      lived = Math.max(lived, due.at);
      ready.push(due);
    }
    clock += end - lived;
    lived = end;
  }

  return {
    step,
    pass,
    /** The time of the device's clock. */
    now: () => clock,
    /** How long the device was awake. */
    lived: () => lived,
    steps: () => steps,
    /** How long the device was awake or asleep: the server's time. */
    elapsed: () => lived + slept,
    sleep(ms: number) {
      clock += ms;
      slept += ms;
    },
    setClock(by: number) {
      clock += by;
    },
    queue(source: string, run: () => void, owner?: Owner) {
      ready.push({ source, owner, run });
    },
    after(ms: number, source: string, run: () => void, owner?: Owner): number {
      lastId += 1;
      timers.push({ id: lastId, at: lived + Math.max(0, ms || 0), source, owner, run });
      return lastId;
    },
    cancel(id: number | undefined) {
      timers = timers.filter((timer) => timer.id !== id);
    },
  };
}
