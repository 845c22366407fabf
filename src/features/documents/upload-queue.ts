/** Whether a job is retried after an attempt, and if the server has said so, not before `afterMs`. */
export type AttemptResult =
  | { readonly again: false }
  | { readonly again: true /** Bytes moved, so the link works. */; readonly moved: boolean; readonly afterMs?: number };

interface UploadQueueOptions {
  /** How many run side by side. */
  readonly atOnce: number;
  /** One attempt; must settle soon after `signal` aborts and never reject. */
  readonly run: (key: string, signal: AbortSignal) => Promise<AttemptResult>;
  /** Milliseconds before the first, second, … try again; the last holds for all further ones. */
  readonly delays: readonly number[];
}

interface Job {
  attempt: number;
  state: 'waiting' | 'running' | 'pausing';
  readonly controller: AbortController;
  timer?: ReturnType<typeof setTimeout>;
}

/** Spreads the retries, so that not all pages reach a server at once. */
const withJitter = (ms: number): number => ms * (0.75 + Math.random() / 2);

/** Runs keyed jobs in the order they were added, a few at a time; a failed one waits without holding up the others. */
export function createUploadQueue({ atOnce, run, delays }: UploadQueueOptions) {
  const jobs = new Map<string, Job>();

  const ready = (job: Job) => {
    clearTimeout(job.timer);
    job.state = 'waiting';
  };

  const pause = (job: Job, result: AttemptResult & { again: true }) => {
    const attempt = result.moved ? 0 : job.attempt;
    const delay = withJitter(delays[Math.min(attempt, delays.length - 1)] ?? 0);
    job.attempt = attempt + 1;
    job.state = 'pausing';
    job.timer = setTimeout(
      () => {
        ready(job);
        pump();
      },
      Math.max(delay, result.afterMs ?? 0),
    );
  };

  const start = async (key: string, job: Job) => {
    job.state = 'running';
    const result = await run(key, job.controller.signal);
    if (jobs.get(key) === job) {
      if (result.again) pause(job, result);
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
    /** Adds a job at the end; one that waits for its next try runs as soon as there is room. */
    add(key: string) {
      const job = jobs.get(key);
      if (job?.state === 'pausing') ready(job);
      if (!job) jobs.set(key, { attempt: 0, state: 'waiting', controller: new AbortController() });
      pump();
    },
    /** Ends a job, running or not. */
    drop(key: string) {
      const job = jobs.get(key);
      if (!job) return;
      jobs.delete(key);
      clearTimeout(job.timer);
      job.controller.abort();
      pump();
    },
    /** The connection is back: jobs that wait for their next try run as soon as there is room. */
    wake() {
      for (const job of jobs.values()) if (job.state === 'pausing') ready(job);
      pump();
    },
  };
}
