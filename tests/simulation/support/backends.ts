import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OpenLedgers } from '#server/adapters/sql/ledgers.ts';
import { openSqliteLedgers } from '#server/adapters/sqlite/open.ts';
import { MemoryDatabase } from './memory-database.ts';
import { openMemoryLedgers } from './memory-ledger.ts';
import type { Backend } from './sim-ledgers.ts';

/** Where the ledgers of a simulation can be stored. */
export const BACKENDS = {
  memory: async (): Promise<Backend> => {
    const database = new MemoryDatabase();
    return { open: async () => openMemoryLedgers(database), dispose: async () => undefined };
  },
  sqlite: async (): Promise<Backend> => {
    const directory = await mkdtemp(path.join(tmpdir(), 'simulation-'));
    let opened: Promise<OpenLedgers> | undefined;
    return {
      // All processes share one connection: a write whose process died before the answer is in the database or not, as
      // in reality.
      open: () => {
        opened ??= openSqliteLedgers(directory);
        return opened;
      },
      dispose: async () => {
        await (await opened)?.ledger.close();
        await rm(directory, { recursive: true, force: true });
      },
    };
  },
} as const satisfies Readonly<Record<string, () => Promise<Backend>>>;
