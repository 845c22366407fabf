import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OpenLedgers } from '#server/adapters/sql/ledgers.ts';
import { openSqliteLedgers } from '#server/adapters/sqlite/open.ts';
import { MemoryDatabase } from './memory-database.ts';
import { openMemoryLedgers } from './memory-ledger.ts';
import type { Backend } from './sim-ledgers.ts';

/** What the ledgers of a simulation can be kept in. */
export const BACKENDS = {
  memory: async (): Promise<Backend> => {
    const database = new MemoryDatabase();
    return { open: async () => openMemoryLedgers(database), dispose: async () => undefined };
  },
  sqlite: async (): Promise<Backend> => {
    const directory = await mkdtemp(path.join(tmpdir(), 'simulation-'));
    let opened: Promise<OpenLedgers> | undefined;
    return {
      // One connection for all processes: what a process that died has not got an answer to is written or not all the same.
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
