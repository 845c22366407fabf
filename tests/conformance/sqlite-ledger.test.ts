import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqliteLedgers } from '#server/adapters/sqlite/open.ts';
import { describeLedger, type OpenedLedgers } from './ledger.ts';

async function open(directory: string): Promise<OpenedLedgers> {
  const ledgers = await openSqliteLedgers(directory);
  return {
    ...ledgers,
    reopen: async () => {
      await ledgers.ledger.close();
      return open(directory);
    },
    dispose: async () => {
      await ledgers.ledger.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

describeLedger('SQLite', async () => open(await mkdtemp(path.join(tmpdir(), 'ledger-'))));
