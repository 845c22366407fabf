import type { Ledger, SubmissionRecord } from '../../ports/ledger.ts';
import type { LedgerNotes } from '../../ports/ledger-notes.ts';
import type { Upkeep } from '../../ports/upkeep.ts';
import type { UploadLedger } from '../../ports/upload-ledger.ts';
import { type Changes, createChanges } from './changes.ts';
import { createSqlLedger } from './ledger.ts';
import { createSqlNotes } from './ledger-notes.ts';
import type { PersonalData } from './personal-data.ts';
import { createSqlPersonalData } from './personal-data.ts';
import type { Store } from './store.ts';
import { createSqlTransferLedger, type TransferLedger } from './transfers.ts';
import { createSqlUpkeep } from './upkeep.ts';
import { createSqlUploadLedger } from './uploads.ts';

export interface OpenLedgers {
  readonly ledger: Ledger;
  readonly uploads: UploadLedger;
  readonly upkeep: Upkeep;
  readonly notes: LedgerNotes;
}

export interface Ledgers extends OpenLedgers {
  readonly transfers: TransferLedger;
  readonly persons: PersonalData;
}

interface LedgersOptions {
  readonly changes?: Changes;
  readonly after?: (record: SubmissionRecord) => void;
  readonly truncateLog?: Upkeep['truncateLog'];
}

/** The ledgers of one database. The `close` of `ledger` closes it. */
export const createLedgers = (store: Store, options: LedgersOptions = {}): Ledgers => ({
  ledger: createSqlLedger(store, options.changes ?? createChanges(), options.after),
  uploads: createSqlUploadLedger(store),
  transfers: createSqlTransferLedger(store),
  upkeep: createSqlUpkeep(store, options.truncateLog),
  notes: createSqlNotes(store),
  persons: createSqlPersonalData(store),
});
