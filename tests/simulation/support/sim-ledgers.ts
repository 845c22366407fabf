import { waitsForWork } from '#server/adapters/sql/changes.ts';
import type { OpenLedgers } from '#server/adapters/sql/ledgers.ts';
import { NOT_STORED, unavailable } from '#server/errors.ts';
import type { Clock } from '#server/ports/clock.ts';
import type { Ledger, SubmissionRecord } from '#server/ports/ledger.ts';
import type { Upkeep } from '#server/ports/upkeep.ts';
import type { Observer } from './observer.ts';
import type { SharedJobs } from './shared-jobs.ts';
import { askedFor, type SimProcess } from './sim-process.ts';
import type { World } from './world.ts';

/** Where the ledgers are stored: memory or a real engine. */
export interface Backend {
  /** Opens the ledgers for one more process. */
  open(): Promise<OpenLedgers>;
  dispose(): Promise<void>;
}

const WRITES = new Set([
  'uploads.add',
  'uploads.finish',
  'uploads.deleteIfUnclaimed',
  'uploads.forgetClients',
  'upkeep.requestRetry',
  'upkeep.forgetRetry',
  'upkeep.truncateLog',
  'notes.write',
  'notes.remove',
]);

interface SimLedgersOptions {
  readonly world: World;
  readonly observer: Observer;
  readonly backend: Backend;
  /** Set if several nodes share a database, which then has the jobs, too. */
  readonly jobs: SharedJobs | undefined;
}

/** The ledgers. Processes reach them through a disk or a database connection that can fail. */
export class SimLedgers {
  readonly #options: SimLedgersOptions;
  /** Whether the database is unreachable for every process at the moment. */
  isAway = false;

  constructor(options: SimLedgersOptions) {
    this.#options = options;
  }

  /** The ledgers of one process. Calls `enqueue` with each record that it wrote itself and that waits for work. */
  async of(process: SimProcess, clock: Clock, enqueue: (id: string, at?: Date) => void): Promise<OpenLedgers> {
    const { jobs, backend, observer } = this.#options;
    const opened = await backend.open();
    const ask = <T>(what: string, work: () => Promise<T>) => this.ask(process, what, work, WRITES.has(what));
    /** The write and its job are one transaction if the database has both. */
    const written = (record: SubmissionRecord, body: unknown) => {
      observer.written(record, body, process.name);
      const work = jobs && waitsForWork(record);
      if (work) jobs.add(record.id, work.at ? work.at.getTime() - clock.now().getTime() : 0);
    };
    const answered = (record: SubmissionRecord) => {
      const work = jobs ? undefined : waitsForWork(record);
      if (work) enqueue(record.id, work.at);
    };
    const write = async <Outcome extends string>(
      what: string,
      record: SubmissionRecord,
      body: unknown,
      work: () => Promise<Outcome>,
    ) => {
      const outcome = await this.ask(
        process,
        what,
        async () => {
          const made = await work();
          if (made === 'created' || made === 'saved') written(record, body);
          return made;
        },
        true,
      );
      if (outcome === 'created' || outcome === 'saved') answered(record);
      return outcome;
    };
    const { ledger, uploads, upkeep, notes } = opened;
    const asked: Ledger = {
      ...askedFor(ledger, 'ledger', { sync: ['watch'], ask }),
      create: (record, body, claims) => write('ledger.create', record, body, () => ledger.create(record, body, claims)),
      save: (record, attached = {}) => write('ledger.save', record, attached.body, () => ledger.save(record, attached)),
    };
    const askedUpkeep: Upkeep = {
      ...askedFor(upkeep, 'upkeep', { ask }),
      strip: (record) => write('upkeep.strip', record, undefined, () => upkeep.strip(record)),
    };
    return {
      ledger: asked,
      uploads: askedFor(uploads, 'uploads', { ask }),
      upkeep: askedUpkeep,
      notes: askedFor(notes, 'notes', { ask }),
    };
  }

  /** One request of a process to the ledgers. */
  ask<T>(process: SimProcess, what: string, work: () => Promise<T>, isWrite: boolean): Promise<T> {
    const { world, jobs, observer } = this.#options;
    const failure = (cause: string, detail?: string) => {
      if (isWrite) observer.ledgerFailed(process.name);
      return unavailable(new Error(cause), detail);
    };
    return process.ask(
      {
        what,
        refusedWith: () => {
          if (this.isAway && !world.isCalm) return failure('connect ECONNREFUSED');
          if (!world.strikes(isWrite ? 'ledger write refused' : 'ledger read refused')) return undefined;
          return jobs ? failure('connection terminated') : failure('disk I/O error', NOT_STORED);
        },
        unansweredWith: () =>
          isWrite && jobs && world.strikes('ledger write unanswered') ? failure('connection terminated') : undefined,
      },
      work,
    );
  }
}
