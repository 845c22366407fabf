import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Ledger } from '../../ports/ledger.ts';
import type { LedgerNotes } from '../../ports/ledger-notes.ts';
import type { PersonalData } from '../../ports/personal-data.ts';
import type { Upkeep } from '../../ports/upkeep.ts';
import type { UploadLedger } from '../../ports/upload-ledger.ts';
import { createChanges, waitsForWork } from '../sql/changes.ts';
import type { Owner } from '../sql/kind.ts';
import { createSqlLedger } from '../sql/ledger.ts';
import { createSqlNotes } from '../sql/ledger-notes.ts';
import { createSqlPersonalData } from '../sql/personal-data.ts';
import { createSqlTransferLedger, type TransferLedger } from '../sql/transfers.ts';
import { createSqlUpkeep } from '../sql/upkeep.ts';
import { createSqlUploadLedger } from '../sql/uploads.ts';
import { openSqliteStore } from './store.ts';

export interface OpenLedgers {
  readonly ledger: Ledger;
  readonly uploads: UploadLedger;
  readonly upkeep: Upkeep;
  readonly notes: LedgerNotes;
}

export interface SqliteLedgers extends OpenLedgers {
  readonly transfers: TransferLedger;
  readonly persons: PersonalData;
}

/**
 * Opens the ledger of a single machine, `ledger.sqlite` in its data directory, and brings its schema up to date. What
 * needs a job when it is written is passed to `enqueue`; after a crash `unfinished` finds it. Throws WrongKind for a
 * ledger of another kind than its owner's.
 */
export async function openSqliteLedgers(
  directory: string,
  enqueue: (id: string, at?: Date) => void = () => undefined,
  owner?: Owner,
): Promise<SqliteLedgers> {
  const store = await openSqliteStore(path.join(directory, 'ledger.sqlite'), owner);
  const ledger = createSqlLedger(store, createChanges(), (record) => {
    const work = waitsForWork(record);
    if (work) enqueue(record.id, work.at);
  });
  const assertWritable = async () => {
    await ledger.assertWritable();
    await assertSpace(directory);
  };
  return {
    ledger: { ...ledger, assertWritable },
    uploads: createSqlUploadLedger(store),
    transfers: createSqlTransferLedger(store),
    upkeep: createSqlUpkeep(store, store.truncateLog),
    notes: createSqlNotes(store),
    persons: createSqlPersonalData(store),
  };
}

/** Room for an application and the outputs of its stages, which are larger than the probe. */
const LEAST_FREE_BYTES = 1024 * 1024;

async function assertSpace(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < LEAST_FREE_BYTES) throw new Error('the disk of the ledger is full');
}
