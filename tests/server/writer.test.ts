import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteLedgers } from '#server/adapters/sqlite/open.ts';
import { created, replaced, versioned } from '#server/submission/transitions.ts';

const NOW = new Date();
const record = (id = randomUUID()) => created({ id, kind: 'short', digest: id, now: NOW });
const agency = (applicationId: string) => {
  const id = randomUUID();
  return created({ id, kind: 'agent', digest: id, now: NOW, applicationId });
};

test('writes of one moment share a transaction: each is told its own outcome, and one that fails fails alone', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'writer-'));
  const { ledger } = await openSqliteLedgers(directory);
  const [one, other] = [agency('AGT-2026-AAAAAA-000001'), agency('AGT-2026-AAAAAA-000002')];
  for (const each of [one, other]) await ledger.create(each, {});
  const twice = record();
  const good = Array.from({ length: 20 }, () => record());
  const outcomes = await Promise.all([
    ...good.map((each) => ledger.create(each, {})),
    // The unique column of another one: the database refuses, and rolls the transaction back.
    ledger.save(versioned(other, NOW, replaced('d', one.applicationId)), { body: {} }),
    ledger.save({ ...versioned(other, NOW), version: 7 }),
    ledger.create(twice, {}),
    ledger.create(twice, {}),
  ]);
  expect(outcomes).toEqual([...good.map(() => 'created'), 'application-id-taken', 'superseded', 'created', 'exists']);
  await ledger.close();

  const { ledger: again } = await openSqliteLedgers(directory);
  for (const { id } of good) expect((await again.find(id))?.version).toBe(1);
  expect(await again.find(other.id)).toEqual(other);
  expect(await again.unfinished()).toHaveLength(good.length + 3);
  await again.close();
  await rm(directory, { recursive: true, force: true });
});
