import { setImmediate as turn } from 'node:timers/promises';

/** Resolves when no promise has work left: a turn of the event loop would take ten times as long. */
const everyPromise = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/** More than any world does at one moment. */
const STEPS_AT_ONE_MOMENT = 100_000;

interface Planned {
  readonly at: number;
  /** Of two events at the same moment, the one that was planned first comes first. */
  readonly order: number;
  work: (() => void) | undefined;
}

/**
 * Time in milliseconds that jumps from one planned event to the next. All work that needs no time is done in between.
 * Real work, such as that of a database, is awaited.
 */
export class VirtualTime {
  #now = 0;
  #order = 0;
  #steps = 0;
  #busy = 0;
  readonly #heap: Planned[] = [];

  get now(): number {
    return this.#now;
  }

  /** The number of executed events. */
  get steps(): number {
    return this.#steps;
  }

  /**
   * Plans work; the returned function cancels it. A time that is too short to change the clock takes one millisecond.
   * Otherwise code that waits for a remainder would repeat at the same moment.
   */
  after(ms: number, work: () => void): () => void {
    const exact = this.#now + Math.max(0, ms);
    const at = ms > 0 && exact === this.#now ? this.#now + 1 : exact;
    const planned: Planned = { at, order: this.#order, work };
    this.#order += 1;
    this.#push(planned);
    return () => {
      planned.work = undefined;
    };
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve));
  }

  /** Real work: no event happens before it has ended. */
  async real<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
    }
  }

  /**
   * Executes the planned events until that moment, or until `isOver`. Throws if there are too many events at one
   * moment.
   */
  async run(until: number, isOver: () => boolean): Promise<void> {
    let moment = -1;
    let stepsBefore = 0;
    while (!isOver()) {
      const next = this.#heap[0];
      if (next === undefined || next.at > until) break;
      this.#pop();
      if (next.work === undefined) continue;
      this.#now = next.at;
      this.#steps += 1;
      if (next.at > moment) {
        moment = next.at;
        stepsBefore = this.#steps;
      } else if (this.#steps - stepsBefore > STEPS_AT_ONE_MOMENT) {
        throw new Error(`time does not advance: ${STEPS_AT_ONE_MOMENT} events at the same moment`);
      }
      next.work();
      await this.settled();
    }
    if (!isOver()) this.#now = Math.max(this.#now, until);
  }

  /** Resolves when everything that needs no time is done. */
  async settled(): Promise<void> {
    await everyPromise();
    while (this.#busy > 0) await turn();
  }

  #push(planned: Planned): void {
    const heap = this.#heap;
    let at = heap.push(planned) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Planned;
      if (!isBefore(planned, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = planned;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      const [left, right] = [heap[child] as Planned, heap[child + 1]];
      if (right !== undefined && isBefore(right, left)) child += 1;
      const below = heap[child] as Planned;
      if (!isBefore(below, last)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
  }
}

const isBefore = (one: Planned, other: Planned): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);
