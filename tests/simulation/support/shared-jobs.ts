import { settledWithin } from '#server/adapters/settled-within.ts';
import type { Clock } from '#server/ports/clock.ts';
import type { Log } from '#server/ports/log.ts';
import { LONGEST_WAIT_MS, type Queue, type WorkHandler } from '#server/ports/queue.ts';

interface Job {
  readonly id: string;
  /** The earliest start, by the database's clock. */
  due: number;
}

interface Taken {
  readonly token: number;
  /** The last heartbeat of its worker. */
  heardAt: number;
}

const SILENCE_MS = 10_000;
const BEAT_MS = 3_000;
const REPEAT_MS = 1_000;

/** The database's clock. */
export type JobsClock = Pick<Clock, 'monotonic' | 'after'>;

/**
 * The table of jobs that several nodes share, like that of pg-boss: each id has at most one running job and one waiting
 * job. A node without a heartbeat for ten seconds counts as dead, and its job goes to another.
 */
export class SharedJobs {
  readonly #clock: JobsClock;
  readonly #waiting = new Map<string, Job>();
  readonly #taken = new Map<string, Taken>();
  readonly #nodes = new Set<() => void>();
  #tokens = 0;

  constructor(clock: JobsClock) {
    this.#clock = clock;
  }

  /** Calls `wake` if there may be a job to take; the returned function stops this. */
  join(wake: () => void): () => void {
    this.#nodes.add(wake);
    return () => void this.#nodes.delete(wake);
  }

  add(id: string, waitMs: number): void {
    const wait = Math.min(Math.max(0, waitMs), LONGEST_WAIT_MS);
    const job: Job = { id, due: this.#clock.monotonic() + wait };
    this.#waiting.set(id, job);
    this.#clock.after(wait, () => {
      // A real timer may fire slightly early, and no other timer would look at this job again.
      job.due = this.#clock.monotonic();
      this.#wake();
    });
  }

  take(): { readonly id: string; readonly token: number } | undefined {
    const now = this.#clock.monotonic();
    for (const { id, due } of this.#waiting.values()) {
      if (due > now || this.#taken.has(id)) continue;
      this.#waiting.delete(id);
      this.#tokens += 1;
      this.#taken.set(id, { token: this.#tokens, heardAt: now });
      this.#watch(id, this.#tokens, SILENCE_MS);
      return { id, token: this.#tokens };
    }
    return undefined;
  }

  /** Whether the worker still owns the job. */
  beat(id: string, token: number): boolean {
    const taken = this.#taken.get(id);
    if (taken?.token !== token) return false;
    taken.heardAt = this.#clock.monotonic();
    return true;
  }

  end(id: string, token: number, isDone: boolean): void {
    if (this.#taken.get(id)?.token !== token) return;
    this.#taken.delete(id);
    if (!isDone && !this.#waiting.has(id)) this.add(id, REPEAT_MS);
    this.#wake();
  }

  #watch(id: string, token: number, ms: number): void {
    this.#clock.after(ms, () => {
      const taken = this.#taken.get(id);
      if (taken?.token !== token) return;
      const silent = this.#clock.monotonic() - taken.heardAt;
      if (silent >= SILENCE_MS) this.end(id, token, false);
      else this.#watch(id, token, SILENCE_MS - silent);
    });
  }

  #wake(): void {
    for (const wake of [...this.#nodes]) wake();
  }
}

/** Records which jobs a node has. A node may get the same job again before it knows that it lost it. */
export interface Leases {
  given(id: string, token: number): void;
  /** The node has finished the job. */
  over(id: string, token: number): void;
  /** The node knows that another node has the job. */
  lost(id: string, token: number): void;
}

interface NodeOptions {
  readonly leases?: Leases;
  readonly jobs: SharedJobs;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly log: Log;
  /** How the node sends requests to the database. */
  readonly ask: <T>(what: string, work: () => T) => Promise<T>;
  /** Runs a callback in the node as soon as possible. */
  readonly deliver: (work: () => void) => void;
}

/** One node's connection to the shared jobs: the queue port. */
export function openSharedQueue({ jobs, clock, log, ask, deliver, leases }: NodeOptions): Queue {
  const running = new Set<Promise<void>>();
  let handler: WorkHandler | undefined;
  let isClosed = false;
  let leave = () => {};

  const work = async (id: string, token: number, handle: WorkHandler) => {
    const lost = new AbortController();
    let callOff = () => {};
    const lose = () => {
      leases?.lost(id, token);
      lost.abort();
    };
    const beat = () => {
      callOff = clock.after(BEAT_MS, () => {
        ask('jobs.beat', () => jobs.beat(id, token)).then(
          (isOurs) => (isOurs ? beat() : lose()),
          () => beat(),
        );
      });
    };
    leases?.given(id, token);
    beat();
    const error = await handle(id, lost.signal).then(
      () => undefined,
      (reason: unknown) => reason ?? new Error('no reason'),
    );
    callOff();
    if (lost.signal.aborted) return;
    leases?.over(id, token);
    if (error !== undefined) log.error({ submission: id, err: error }, 'work on a submission failed');
    const isDone = error === undefined && !isClosed;
    await ask('jobs.end', () => jobs.end(id, token, isDone)).catch((err) =>
      log.warn({ submission: id, err }, 'the end of a job cannot be written'),
    );
  };
  const fetch = async (): Promise<void> => {
    if (isClosed || handler === undefined) return;
    const handle = handler;
    const job = await ask('jobs.take', () => jobs.take()).catch(() => undefined);
    if (job === undefined) return;
    const done: Promise<void> = work(job.id, job.token, handle).finally(() => running.delete(done));
    running.add(done);
    await fetch();
  };
  return {
    add: async (id, at) => {
      if (!isClosed) await ask('jobs.add', () => jobs.add(id, at ? at.getTime() - clock.now().getTime() : 0));
    },
    start: (work) => {
      handler = work;
      leave = jobs.join(() => deliver(() => void fetch()));
      void fetch();
    },
    drain: async (ms) => {
      isClosed = true;
      leave();
      await settledWithin(ms, running, clock);
    },
  };
}
