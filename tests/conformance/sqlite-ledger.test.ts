import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/adapters/sqlite/database.ts';
import { openSqliteLedgers } from '#server/adapters/sqlite/open.ts';
import { describeLedger, type OpenedLedgers } from './ledger.ts';
import { describePersons } from './persons.ts';
import { describeTransfers, type OpenedTransfers } from './transfers.ts';
import { describeUpkeep } from './upkeep.ts';
import { describeUploadRegister } from './upload-register.ts';

const newDirectory = () => mkdtemp(path.join(tmpdir(), 'ledger-'));

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

describeLedger('SQLite', async () => open(await newDirectory()));
describeUploadRegister('SQLite', async () => open(await newDirectory()));

describeUpkeep('SQLite', openForUpkeep);
describePersons('SQLite', openForUpkeep);

async function openForUpkeep() {
  const directory = await newDirectory();
  const ledgers = await openSqliteLedgers(directory);
  return {
    ...ledgers,
    // The files on the disk: they must not contain what was removed.
    stored: async () => {
      const files = (await readdir(directory)).map((name) => readFile(path.join(directory, name), 'latin1'));
      return (await Promise.all(files)).join('\n');
    },
    dispose: async () => {
      await ledgers.ledger.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function openTransfers(directory: string): Promise<OpenedTransfers> {
  const { transfers, ledger } = await openSqliteLedgers(directory);
  return {
    transfers,
    reopen: async () => {
      await ledger.close();
      return openTransfers(directory);
    },
    dispose: async () => {
      await ledger.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

describeTransfers('SQLite', async () => openTransfers(await newDirectory()));

test('SQLite syncs each transaction, so a power cut loses nothing that was answered', async () => {
  const directory = await newDirectory();
  const database = openDatabase(path.join(directory, 'ledger.sqlite'));
  onTestFinished(async () => {
    database.close();
    await rm(directory, { recursive: true });
  });
  // 2 is FULL. SQLite itself syncs, so only a test with a power cut could see it.
  expect(database.rows('PRAGMA synchronous', [])).toEqual([{ synchronous: 2 }]);
});
