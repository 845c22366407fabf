import type pg from 'pg';
import { type Job, PgBoss } from 'pg-boss';
import type { Log } from '../../ports/log.ts';
import { LONGEST_WAIT_MS, type Queue, type WorkHandler } from '../../ports/queue.ts';
import { settledWithin } from '../settled-within.ts';
import { systemClock } from '../system-clock.ts';
import { throwUnavailable } from './connections.ts';
import type { SqlStatement } from './statements.ts';

export interface PostgresQueue extends Queue {
  /** What adds the job of a new submission, for the statement that adds the submission. */
  statementFor(id: string): Promise<SqlStatement>;
  /** Adds within the ledger's own transaction: the job is there if and only if what it is about is. */
  enqueue(connection: pg.ClientBase, id: string, at?: Date): Promise<void>;
  /** There may be something to do: looks at once. */
  wake(): void;
}

const NAME = 'submissions';
const POLL_MS = 1_000;
const HEARTBEAT_MS = 3_000;
/** Taken at once at most, so that another node gets its share. */
const BATCH = 8;
/** A node that is silent for so long (pg-boss's least) is taken for dead, and its work given to others. */
const SILENCE_SECONDS = 10;

/**
 * `key_strict_fifo`: of one submission at most one job is in work, on whatever node; others wait their turn and keep
 * nobody else's waiting. A job never fails for good: what is to be given up stands in the ledger.
 */
const OPTIONS = {
  policy: 'key_strict_fifo',
  heartbeatSeconds: SILENCE_SECONDS,
  expireInSeconds: 12 * 3600,
  retentionSeconds: 14 * 86_400,
  deleteAfterSeconds: 600,
  retryLimit: 1_000_000,
  retryDelay: 1,
};

interface JobData {
  readonly submission: string;
}

interface Running {
  readonly job: Job<JobData>;
  readonly lost: AbortController;
  readonly done: Promise<void>;
}

/** pg-boss's own schema, and the queue in it, where they are not there yet. */
export async function prepareQueue(connection: pg.ClientBase): Promise<void> {
  const boss = new PgBoss({ db: databaseOf(connection), schedule: false, supervise: false });
  try {
    await boss.start();
    await boss.createQueue(NAME, OPTIONS);
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
}

export interface PostgresQueueOptions {
  readonly pool: pg.Pool;
  /** Jobs that this node works on at once. */
  readonly width: number;
  readonly log: Log;
  /** Rejects while this node may take no jobs. */
  readonly mayWork?: () => Promise<void>;
}

/** The queue that all nodes share, pg-boss over the ledger's database, which `prepareQueue` has prepared. */
export async function openPostgresQueue(options: PostgresQueueOptions): Promise<PostgresQueue> {
  const boss = new PgBoss({
    db: databaseOf(options.pool),
    migrate: false,
    schedule: false,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: 300,
  });
  boss.on('error', (err) => options.log.warn({ err }, 'the job queue had trouble'));
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

/** With the database's own errors: whoever began the transaction says what they mean. */
const withinTransaction = (connection: pg.ClientBase) => ({
  executeSql: (text: string, values?: unknown[]) => connection.query(text, values),
});

/** Seconds from the database's present: its clock and this node's may differ, and this node's may have been set. */
function delayUntil(at: Date | undefined): number {
  const ms = at === undefined ? 0 : at.getTime() - Date.now();
  return Math.min(Math.max(0, ms), LONGEST_WAIT_MS) / 1000;
}

class BossQueue implements PostgresQueue {
  readonly #boss: PgBoss;
  readonly #width: number;
  readonly #log: Log;
  readonly #mayWork: () => Promise<void>;
  readonly #running = new Map<string, Running>();
  #handler: WorkHandler | undefined;
  #timers: NodeJS.Timeout[] = [];
  #fetching: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(boss: PgBoss, { width, log, mayWork = async () => undefined }: PostgresQueueOptions) {
    this.#boss = boss;
    this.#width = width;
    this.#log = log;
    this.#mayWork = mayWork;
  }

  async add(id: string, at?: Date): Promise<void> {
    if (this.#closed) return;
    await this.#boss.upsert(NAME, { submission: id }, { singletonKey: id, startAfter: delayUntil(at) });
    this.wake();
  }

  async statementFor(id: string): Promise<SqlStatement> {
    const statements: SqlStatement[] = [];
    // It is asked to add a job, and what it says to its database is not passed on but kept.
    const executeSql = async (sql: string, parameters: unknown[] = []) => {
      statements.push({ sql, parameters });
      return { rows: [{ id }] };
    };
    await this.#boss.send(NAME, { submission: id }, { singletonKey: id, db: { executeSql } });
    const [statement, ...others] = statements;
    if (statement === undefined || others.length > 0) throw new Error('a job is not added by one statement');
    return statement;
  }

  async enqueue(connection: pg.ClientBase, id: string, at?: Date): Promise<void> {
    const db = withinTransaction(connection);
    await this.#boss.upsert(NAME, { submission: id }, { singletonKey: id, startAfter: delayUntil(at), db });
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
        this.#log.warn({ err }, 'jobs cannot be fetched');
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
    await settledWithin(ms, work, systemClock);
    await this.#boss.stop({ graceful: false, close: false });
  }

  async #fetch(): Promise<void> {
    while (this.#again && !this.#closed && this.#handler) {
      this.#again = false;
      const batchSize = Math.min(BATCH, this.#width - this.#running.size);
      if (batchSize <= 0) return;
      await this.#mayWork();
      const jobs = await this.#boss.fetch<JobData>(NAME, { batchSize });
      for (const job of jobs) this.#take(job, this.#handler);
      if (jobs.length === batchSize) this.#again = true;
    }
  }

  #take(job: Job<JobData>, handler: WorkHandler): void {
    const lost = new AbortController();
    const done = this.#work(job, handler, lost.signal).finally(() => {
      const wasFull = this.#running.size >= this.#width;
      this.#running.delete(job.id);
      if (wasFull) this.wake();
    });
    this.#running.set(job.id, { job, lost, done });
  }

  async #work(job: Job<JobData>, handler: WorkHandler, lost: AbortSignal) {
    const { submission } = job.data;
    try {
      const error = await handler(submission, lost).then(
        () => undefined,
        (reason: unknown) => reason ?? new Error('no reason'),
      );
      if (lost.aborted) return;
      if (error !== undefined) {
        this.#log.error({ submission, err: error }, 'work on a submission failed');
        await this.#boss.fail(NAME, job);
      } else if (this.#closed) {
        // It may have ended between two stages: another node goes on.
        await this.#boss.fail(NAME, job);
      } else {
        await this.#boss.complete(NAME, job);
      }
    } catch (err) {
      // Nobody touches the job any more: it comes back by itself.
      this.#log.warn({ submission, err }, 'the end of a job cannot be written');
    }
  }

  /** Says that this node is alive; a job that was given to another one meanwhile is let go. */
  async #beat(): Promise<void> {
    const running = [...this.#running.values()];
    if (running.length === 0) return;
    try {
      const answer = await this.#boss.touch(
        NAME,
        running.map(({ job }) => job),
      );
      const ours = 'settled' in answer && Array.isArray(answer.settled) ? answer.settled : undefined;
      for (const { job, lost } of running) {
        if (ours && !ours.includes(job.id) && this.#running.has(job.id)) lost.abort();
      }
    } catch (err) {
      this.#log.warn({ err }, 'the heartbeat of running jobs cannot be written');
    }
  }
}
