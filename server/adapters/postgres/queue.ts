import type pg from 'pg';
import { type Job, PgBoss } from 'pg-boss';
import type { Sql } from 'sql-template-tag';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { LONGEST_WAIT_MS, type Queue, type Unfinished, type WorkHandler } from '../../ports/queue.ts';
import { settledWithin } from '../settled-within.ts';
import { throwUnavailable } from './connections.ts';
import { inBatches } from './in-batches.ts';
import { numbered } from './statements.ts';

export interface PostgresQueue extends Queue {
  /** The SQL that adds a job, for the statement that writes its submission, so that both are written or neither. */
  statementFor(id: string, at?: Date): Promise<Sql>;
  /** Looks for jobs at once. */
  wake(): void;
}

const NAME = 'submissions';
const POLL_MS = 1_000;
const HEARTBEAT_MS = 3_000;
/** Jobs fetched at once at most, so that other nodes get their share. */
const BATCH = 8;

/** A job never fails for good: the ledger decides when a submission is given up. */
const OPTIONS = {
  /** pg-boss's minimum. After this silence a node counts as dead and its jobs go to others. */
  heartbeatSeconds: 10,
  expireInSeconds: 12 * 3600,
  retentionSeconds: 14 * 86_400,
  deleteAfterSeconds: 600,
  retryLimit: 1_000_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
};

interface JobData {
  readonly submission: string;
}

interface ForgottenRow {
  readonly id: string;
  readonly retry_at: string | null;
}

interface Running {
  readonly job: Job<JobData>;
  readonly lost: AbortController;
  readonly done: Promise<void>;
}

/** A newer schema stays. `key_strict_fifo`: one active job of a submission on all nodes. */
export async function prepareQueue(connection: pg.ClientBase): Promise<void> {
  const boss = new PgBoss({ db: databaseOf(connection), schedule: false, supervise: false });
  try {
    await boss.start();
    await boss.createQueue(NAME, { policy: 'key_strict_fifo', ...OPTIONS });
    // A queue of an earlier release keeps its options.
    await boss.updateQueue(NAME, OPTIONS);
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
}

/** Submissions without the job that they need: after a restore, or if jobs were deleted by hand. */
const FORGOTTEN = `select id, retry_at from submissions
  where status <> 'processed' and (status = 'processing' or retry_at is not null)
  and not exists (select 1 from pgboss.job
    where name = '${NAME}' and singleton_key = submissions.id and state < 'completed')`;

export interface PostgresQueueOptions {
  readonly pool: pg.Pool;
  readonly width: number;
  readonly log: Log;
  readonly clock: Pick<Clock, 'now' | 'after'>;
}

/** The queue that all nodes share, pg-boss over the ledger's database, which `prepareQueue` has prepared. */
export async function openPostgresQueue(options: PostgresQueueOptions): Promise<PostgresQueue> {
  // Not `migrate: false`: that refuses the newer schema of a newer release.
  const boss = new PgBoss({
    db: databaseOf(options.pool),
    schedule: false,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: 300,
  });
  boss.on('error', (err) => options.log.warn({ err }, 'the job queue reported an error'));
  try {
    await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false, close: false }).catch(() => undefined);
    throw error;
  }
  return new BossQueue(boss, options);
}

const databaseOf = (connection: pg.Pool | pg.ClientBase) => ({
  executeSql: (text: string, values?: unknown[]) => connection.query(text, values).catch(throwUnavailable),
});

class BossQueue implements PostgresQueue {
  readonly #boss: PgBoss;
  readonly #options: PostgresQueueOptions;
  readonly #complete = inBatches((jobs: readonly Job<JobData>[]) => this.#boss.complete(NAME, [...jobs]));
  readonly #running = new Map<string, Running>();
  #handler: WorkHandler | undefined;
  #timers: NodeJS.Timeout[] = [];
  #fetching: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(boss: PgBoss, options: PostgresQueueOptions) {
    this.#boss = boss;
    this.#options = options;
  }

  async add(id: string, at?: Date): Promise<void> {
    if (this.#closed) return;
    await this.#boss.upsert(NAME, { submission: id }, { singletonKey: id, startAfter: this.#secondsUntil(at) });
    this.wake();
  }

  async forgotten(): Promise<readonly Unfinished[]> {
    const { rows } = await this.#options.pool.query<ForgottenRow>(FORGOTTEN).catch(throwUnavailable);
    return rows.map(({ id, retry_at }) => ({ id, ...(retry_at === null ? {} : { retryAt: retry_at }) }));
  }

  async statementFor(id: string, at?: Date): Promise<Sql> {
    const statements: Sql[] = [];
    // Collects the statement instead of running it.
    const executeSql = async (text: string, values: unknown[] = []) => {
      statements.push(numbered(text, values));
      return { rows: [{ id }] };
    };
    const options = { singletonKey: id, startAfter: this.#secondsUntil(at), db: { executeSql } };
    await this.#boss.send(NAME, { submission: id }, options);
    const [statement, ...others] = statements;
    if (statement === undefined || others.length > 0) throw new Error('a job is not added by one statement');
    return statement;
  }

  start(handler: WorkHandler): void {
    this.#handler = handler;
    this.#timers = [setInterval(() => this.wake(), POLL_MS), setInterval(() => void this.#beat(), HEARTBEAT_MS)];
    this.wake();
  }

  wake(): void {
    this.#again = true;
    this.#fetching ??= this.#fetch()
      .catch((err) => {
        this.#again = false;
        this.#options.log.warn({ err }, 'jobs cannot be fetched');
      })
      .finally(() => {
        this.#fetching = undefined;
        if (this.#again && this.#handler && !this.#closed) this.wake();
      });
  }

  async drain(ms: number): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#fetching;
    const work = [...this.#running.values()].map(({ done }) => done);
    await settledWithin(ms, work, this.#options.clock);
    await this.#boss.stop({ graceful: false, close: false });
  }

  /** Seconds from now by this node's clock, so that a different clock of the database does not matter. */
  #secondsUntil(at: Date | undefined): number {
    const ms = at === undefined ? 0 : at.getTime() - this.#options.clock.now().getTime();
    return Math.min(Math.max(0, ms), LONGEST_WAIT_MS) / 1000;
  }

  async #fetch(): Promise<void> {
    while (this.#again && !this.#closed && this.#handler) {
      this.#again = false;
      const batchSize = Math.min(BATCH, this.#options.width - this.#running.size);
      if (batchSize <= 0) return;
      const jobs = await this.#boss.fetch<JobData>(NAME, { batchSize });
      for (const job of jobs) this.#take(job, this.#handler);
      if (jobs.length === batchSize) this.#again = true;
    }
  }

  #take(job: Job<JobData>, handler: WorkHandler): void {
    const lost = new AbortController();
    const done = this.#work(job, handler, lost.signal).finally(() => {
      const wasFull = this.#running.size >= this.#options.width;
      this.#running.delete(job.id);
      if (wasFull) this.wake();
    });
    this.#running.set(job.id, { job, lost, done });
  }

  async #work(job: Job<JobData>, handler: WorkHandler, lost: AbortSignal): Promise<void> {
    const { submission } = job.data;
    const { log } = this.#options;
    const isDone = await handler(submission, lost).then(
      () => true,
      (err: unknown) => {
        if (!lost.aborted) log.error({ submission, err }, 'work on a submission failed');
        return false;
      },
    );
    if (lost.aborted) return;
    try {
      // A node that closes may have stopped between two stages: another node continues.
      if (isDone && !this.#closed) await this.#complete(job);
      else await this.#boss.fail(NAME, job);
    } catch (err) {
      // Without a heartbeat, another node gets the job.
      log.warn({ submission, err }, 'the end of a job cannot be written');
    }
  }

  /** Sends the heartbeat of running jobs, and aborts those that were given to another node. */
  async #beat(): Promise<void> {
    const running = [...this.#running.values()];
    if (running.length === 0) return;
    try {
      const jobs = running.map(({ job }) => job);
      const answer = await this.#boss.touch(NAME, jobs);
      const ours = 'settled' in answer && Array.isArray(answer.settled) ? answer.settled : undefined;
      for (const { job, lost } of running) {
        if (ours && !ours.includes(job.id) && this.#running.has(job.id)) lost.abort();
      }
    } catch (err) {
      this.#options.log.warn({ err }, 'the heartbeat of running jobs cannot be written');
    }
  }
}
