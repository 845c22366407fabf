import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Sql } from 'sql-template-tag';
import type { Upkeep } from '../../ports/upkeep.ts';
import { waitsForWork } from '../sql/changes.ts';
import type { Owner } from '../sql/kind.ts';
import { createLedgers, type Ledgers } from '../sql/ledgers.ts';
import { createIndexes, migrate, migrationsOf } from '../sql/schema.ts';
import type { Store } from '../sql/store.ts';
import { openDatabase } from './database.ts';
import { openWriter } from './writer.ts';

/**
 * Opens the ledger of a single machine, `ledger.sqlite` in its data directory, and migrates its schema. A written record
 * that needs a job is passed to `enqueue`; after a crash `unfinished` finds it. Throws WrongKind for a ledger of the other
 * kind.
 */
export async function openSqliteLedgers(
  directory: string,
  enqueue: (id: string, at?: Date) => void = () => undefined,
  owner?: Owner,
): Promise<Ledgers> {
  const store = await openSqliteStore(path.join(directory, 'ledger.sqlite'), owner);
  const ledgers = createLedgers(store, {
    after: (record) => {
      const work = waitsForWork(record);
      if (work) enqueue(record.id, work.at);
    },
    truncateLog: store.truncateLog,
  });
  const assertWritable = async () => {
    await ledgers.ledger.assertWritable();
    await assertSpace(directory);
  };
  return { ...ledgers, ledger: { ...ledgers.ledger, assertWritable } };
}

/**
 * Opens a database file and migrates its schema. This thread reads (about 15 µs for a row by its key) and another one
 * writes, so that nothing here waits for the disk. Throws WrongKind for a ledger of the other kind.
 */
export async function openSqliteStore(file: string, owner?: Owner): Promise<Store & Pick<Upkeep, 'truncateLog'>> {
  const reading = openDatabase(file);
  const rows = async <Row>({ sql, values }: Sql) => reading.rows<Row>(sql, values);
  try {
    await migrate({ run: rows, begin: 'begin immediate', migrations: migrationsOf('sqlite'), owner });
    await createIndexes(rows);
  } catch (error) {
    reading.close();
    throw error;
  }
  const writer = openWriter(file);
  return {
    rows,
    write: (steps) => writer.write(steps.map(({ sql, values, mustChange }) => [sql, values, mustChange])),
    close: async () => {
      await writer.close();
      reading.close();
    },
    truncateLog: writer.truncateLog,
  };
}

/** Enough for an application and the outputs of its stages, which are larger than the test write. */
const LEAST_FREE_BYTES = 1024 * 1024;

async function assertSpace(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < LEAST_FREE_BYTES) throw new Error('the disk of the ledger is full');
}
