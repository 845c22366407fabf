import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turnOver } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openSqliteLedgers } from '#server/adapters/sqlite/open.ts';
import { created, replaced, versioned } from '#server/submission/transitions.ts';

const NOW = new Date();
const record = (id = randomUUID()) => created({ id, kind: 'short', digest: id, now: NOW });
const agency = (applicationId: string) => {
  const id = randomUUID();
  return created({ id, kind: 'agent', digest: id, now: NOW, applicationId });
};

async function open() {
  const directory = await mkdtemp(path.join(tmpdir(), 'writer-'));
  const ledgers = await openSqliteLedgers(directory);
  return {
    ...ledgers,
    file: path.join(directory, 'ledger.sqlite'),
    [Symbol.asyncDispose]: async () => {
      await ledgers.ledger.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

test('writes of one moment share a transaction: each gets its own outcome, and one that fails fails alone', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'writer-'));
  const { ledger } = await openSqliteLedgers(directory);
  const [one, other] = [agency('AGT-2026-AAAAAA-000001'), agency('AGT-2026-AAAAAA-000002')];
  for (const each of [one, other]) await ledger.create(each, {});
  const twice = record();
  const good = Array.from({ length: 20 }, () => record());
  // Nothing can be written before all of them have been asked for.
  using blocker = new DatabaseSync(path.join(directory, 'ledger.sqlite'));
  blocker.exec('begin immediate');
  const asked = Promise.all([
    ...good.map((each) => ledger.create(each, {})),
    // The unique column of another one: the database refuses, and rolls the transaction back.
    ledger.save(versioned(other, NOW, replaced('d', one.applicationId)), { body: {} }),
    ledger.save({ ...versioned(other, NOW), version: 7 }),
    ledger.create(twice, {}),
    ledger.create(twice, {}),
  ]);
  await turnOver();
  blocker.exec('rollback');
  const outcomes = await asked;
  expect(outcomes).toEqual([...good.map(() => 'created'), 'application-id-taken', 'superseded', 'created', 'exists']);
  await ledger.close();

  const { ledger: again } = await openSqliteLedgers(directory);
  for (const { id } of good) expect((await again.find(id))?.version).toBe(1);
  expect(await again.find(other.id)).toEqual(other);
  expect(await again.unfinished()).toHaveLength(good.length + 3);
  await again.close();
  await rm(directory, { recursive: true, force: true });
});

describe('beside a reader of an older state, such as a backup', () => {
  test('the log of writes stays until they are done, and no thread waits for that', async () => {
    await using opened = await open();
    const { ledger, upkeep, file } = opened;
    await ledger.create(record(), {});
    using reader = new DatabaseSync(file);
    reader.exec('begin');
    reader.prepare('select count(*) from submissions').get();
    await ledger.create(record(), {});
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await upkeep.truncateLog();
    isOver = true;
    // The thread that answers was free. It had no turn at all while it waited for the reader itself.
    expect(turns).toBeGreaterThan(1);
    expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0);
    reader.exec('rollback');
    await upkeep.truncateLog();
    expect((await stat(`${file}-wal`)).size).toBe(0);
  });
});

test('more than the writing thread has memory for is refused while the disk takes nothing, and the rest is written', async () => {
  await using opened = await open();
  const { ledger, file } = opened;
  using other = new DatabaseSync(file);
  other.exec('begin immediate');
  const first = ledger.create(record(), {});
  await turnOver();
  const body = { text: 'x'.repeat(1024 * 1024) };
  const all = Promise.allSettled(Array.from({ length: 20 }, () => ledger.create(record(), body)));
  await turnOver();
  other.exec('rollback');
  expect(await first).toBe('created');
  const outcomes = await all;
  const told = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.code));
  expect(new Set(told)).toEqual(new Set(['created', 'UNAVAILABLE']));
  expect(await ledger.create(record(), body)).toBe('created');
});
