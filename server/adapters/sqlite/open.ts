import path from 'node:path';
import { Kysely } from 'kysely';
import type { Ledger } from '../../ports/ledger.ts';
import type { UploadLedger } from '../../ports/upload-ledger.ts';
import { openSqlite } from './dialect.ts';
import { createSqlLedger } from './ledger.ts';
import { migrate, type Tables } from './schema.ts';
import { createSqlUploadLedger } from './uploads.ts';

export interface OpenLedgers {
  readonly ledger: Ledger;
  readonly uploads: UploadLedger;
}

/** Opens the ledger of a single machine, `ledger.sqlite` in its data directory, and brings its schema up to date. */
export async function openSqliteLedgers(directory: string): Promise<OpenLedgers> {
  const { dialect } = openSqlite(path.join(directory, 'ledger.sqlite'));
  const db = new Kysely<Tables>({ dialect });
  await migrate(db);
  return { ledger: createSqlLedger(db), uploads: createSqlUploadLedger(db) };
}
