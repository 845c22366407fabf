import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteLedgers } from '#server/adapters/sqlite/open.ts';
import { created } from '#server/submission/transitions.ts';

const record = (id = randomUUID()) => created({ id, kind: 'short', digest: id, now: new Date() });

test('writes of one moment share a transaction: each is told its own outcome, and one that fails fails alone', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'group-'));
  const { ledger } = await openSqliteLedgers(directory);
  const twice = record();
  /** JSON has no such number. */
  const unwritable = { size: 1n };
  const good = Array.from({ length: 20 }, () => record());
  const outcomes = await Promise.allSettled([
    ...good.map((one) => ledger.create(one, {})),
    ledger.create(record(), unwritable),
    ledger.create(twice, {}),
    ledger.create(twice, {}),
  ]);
  const told = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.status));
  expect(told).toEqual([...good.map(() => 'created'), 'rejected', 'created', 'exists']);
  await ledger.close();

  const { ledger: again } = await openSqliteLedgers(directory);
  for (const { id } of good) expect((await again.find(id))?.version).toBe(1);
  expect(await again.unfinished()).toHaveLength(good.length + 1);
  await again.close();
  await rm(directory, { recursive: true, force: true });
});
