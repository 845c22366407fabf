import { MemoryDatabase } from '#tests/simulation/support/memory-database.ts';
import { openMemoryLedgers } from '#tests/simulation/support/memory-ledger.ts';
import { describeLedger, type OpenedLedgers } from './ledger.ts';
import { describeUpkeep } from './upkeep.ts';

const dispose = async () => undefined;

function open(database: MemoryDatabase): OpenedLedgers {
  return { ...openMemoryLedgers(database), reopen: async () => open(database), dispose };
}

describeLedger('Memory', async () => open(new MemoryDatabase()));

describeUpkeep('Memory', async () => {
  const database = new MemoryDatabase();
  const { submissions, bodies, outputs, uploads } = database;
  const stored = async () =>
    JSON.stringify(
      [submissions, bodies, outputs, uploads].map((table) => [...table.values()]),
      (_key, value) => (value instanceof Map ? [...value] : value),
    );
  return { ...openMemoryLedgers(database), stored, dispose };
});
