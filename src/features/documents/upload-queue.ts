/** How an attempt ended: for good, or to be tried again (at the earliest after `afterMs`, when the server said so). */
export type Verdict =
  | { readonly again: false }
  | { readonly again: true /** Bytes moved, so the link works. */; readonly moved: boolean; readonly afterMs?: number };

export interface UploadQueueOptions {
  /** How many run side by side. */
  readonly atOnce: number;
  /** One attempt; must settle soon after `signal` aborts and never reject. */
  readonly run: (key: string, signal: AbortSignal) => Promise<Verdict>;
  /** Milliseconds before the first, second, … try again; the last holds for all further ones. */
  readonly delays: readonly number[];
}

export interface UploadQueue {
  /** Adds a job at the end; one that rests between two tries runs as soon as there is room. */
  add(key: string): void;
  /** Ends a job, running or not. */
  drop(key: string): void;
  /** The connection is back: whatever rests is tried at once. */
  wake(): void;
}

interface Job {
  attempt: number;
  state: 'waiting' | 'running' | 'resting';
  readonly controller: AbortController;
  timer?: ReturnType<typeof setTimeout>;
}

/** Spreads tries, so that many pages do not come back to a server in the same instant. */
const withJitter = (ms: number): number => ms * (0.75 + Math.random() / 2);

/** Runs keyed jobs in the order they were added, a few at a time; a failed one rests without holding up the others. */
export function createUploadQueue({ atOnce, run, delays }: UploadQueueOptions): UploadQueue {
  const jobs = new Map<string, Job>();

  const ready = (job: Job) => {
    clearTimeout(job.timer);
    job.state = 'waiting';
  };

  const rest = (job: Job, verdict: Verdict & { again: true }) => {
    const attempt = verdict.moved ? 0 : job.attempt;
    const delay = withJitter(delays[Math.min(attempt, delays.length - 1)] ?? 0);
    job.attempt = attempt + 1;
    job.state = 'resting';
    job.timer = setTimeout(
      () => {
        ready(job);
        pump();
      },
      Math.max(delay, verdict.afterMs ?? 0),
    );
  };

  const start = async (key: string, job: Job) => {
    job.state = 'running';
    const verdict = await run(key, job.controller.signal);
    if (jobs.get(key) === job) {
      if (verdict.again) rest(job, verdict);
      else jobs.delete(key);
    }
    pump();
  };

  const pump = () => {
    const running = [...jobs.values()].filter(({ state }) => state === 'running').length;
    const next = [...jobs].filter(([, { state }]) => state === 'waiting').slice(0, Math.max(0, atOnce - running));
    for (const [key, job] of next) void start(key, job);
  };

  return {
    add(key) {
      const job = jobs.get(key);
      if (job?.state === 'resting') ready(job);
      if (!job) jobs.set(key, { attempt: 0, state: 'waiting', controller: new AbortController() });
      pump();
    },
    drop(key) {
      const job = jobs.get(key);
      if (!job) return;
      jobs.delete(key);
      clearTimeout(job.timer);
      job.controller.abort();
      pump();
    },
    wake() {
      for (const job of jobs.values()) if (job.state === 'resting') ready(job);
      pump();
    },
  };
}
