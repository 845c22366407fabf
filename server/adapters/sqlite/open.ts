import path from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Ledger } from '../../ports/ledger.ts';
import type { Upkeep } from '../../ports/upkeep.ts';
import type { UploadLedger } from '../../ports/upload-ledger.ts';
import { createChanges } from '../sql/changes.ts';
import { waitsForWork } from '../sql/due.ts';
import { createSqlLedger } from '../sql/ledger.ts';
import { migrate, type Tables } from '../sql/schema.ts';
import { createSqlUpkeep } from '../sql/upkeep.ts';
import { createSqlUploadLedger } from '../sql/uploads.ts';
import { openSqlite } from './dialect.ts';
import { groupCommits } from './group-commit.ts';

export interface OpenLedgers {
  readonly ledger: Ledger;
  readonly uploads: UploadLedger;
  readonly upkeep: Upkeep;
}

/**
 * Opens the ledger of a single machine, `ledger.sqlite` in its data directory, and brings its schema up to date. What
 * waits for work when it has been written is told to `enqueue`; after a crash it is found by `unfinished`.
 */
export async function openSqliteLedgers(
  directory: string,
  enqueue: (id: string, at?: Date) => void = () => undefined,
): Promise<OpenLedgers> {
  const { dialect } = openSqlite(path.join(directory, 'ledger.sqlite'));
  const db = new Kysely<Tables>({ dialect });
  await migrate(db);
  const ledger = createSqlLedger(db, createChanges(), {
    transact: groupCommits(db),
    after: (record) => {
      const work = waitsForWork(record);
      if (work) enqueue(record.id, work.at);
    },
  });
  // Removed rows are overwritten (`secure_delete`); older copies of their pages are in the write-ahead log.
  const emptyLog = async () => {
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
  };
  return { ledger, uploads: createSqlUploadLedger(db), upkeep: createSqlUpkeep(db, emptyLog) };
}
