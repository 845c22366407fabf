import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDiskFiles } from '#server/adapters/disk/files.ts';
import type { Ledgers } from '#server/adapters/sql/ledgers.ts';
import { openSqliteLedgers } from '#server/adapters/sqlite/open.ts';
import { allowRemoval, stoppedRemoval } from '#server/submission/removal-brake.ts';
import { created, processed, versioned } from '#server/submission/transitions.ts';
import { createSweeps, type SweepsOptions } from '#server/sweeps.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-06-15T12:00:00Z');
/** A college with 15 applications a day, each with 4 documents. */
const A_DAY = 15;
const DOCUMENTS = 4;

let directory: string;
let ledgers: Ledgers;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'brake-'));
  await mkdir(uploadsIn());
  ledgers = await openSqliteLedgers(directory);
});
afterEach(async () => {
  await ledgers.ledger.close();
  await rm(directory, { recursive: true, force: true });
});

const uploadsIn = () => path.join(directory, 'uploads');
const filesLeft = async () => (await readdir(uploadsIn())).length;

async function upload(draftId: string, at: number, client?: string): Promise<string> {
  const id = randomUUID().replaceAll('-', '');
  const facts = { draftId, slot: 'cv', name: 'cv.pdf', type: 'application/pdf', size: 1 };
  const createdAt = new Date(at).toISOString();
  await ledgers.uploads.add({ ...facts, id, createdAt, ...(client !== undefined && { client }) });
  await file(id, at);
  return id;
}

async function file(id: string, at: number): Promise<void> {
  await writeFile(path.join(uploadsIn(), id), 'x');
  await utimes(path.join(uploadsIn(), id), new Date(at), new Date(at));
}

/** Processed applications of that moment. */
const applications = (count: number, at: number, documents = DOCUMENTS) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const id = randomUUID();
      const date = new Date(at);
      const first = created({ id, kind: 'student', digest: id, now: date, offerId: `OFFER_${id}` });
      const uploads = await Promise.all(Array.from({ length: documents }, () => upload(id, at)));
      await ledgers.ledger.create(first, {}, uploads);
      await ledgers.ledger.save(versioned(first, date, processed(date.toISOString())));
    }),
  );

/** What came in on each of the last days, at noon. */
async function days(oldest: number, newest = 0, documents = DOCUMENTS): Promise<void> {
  for (let day = oldest; day >= newest; day -= 1) await applications(A_DAY, NOW - day * DAY - HOUR, documents);
}

/** How many have lost their personal data. */
async function purged(): Promise<number> {
  return (await ledgers.persons.list({ state: 'purged' }, 10_000)).length;
}

/** The sweeps of one server on the ledger; `set` moves its clock. */
function server({ retentionDays = 30, at = NOW, transfers, isDemo }: { at?: number } & Partial<SweepsOptions> = {}) {
  const state = { now: at };
  const figures: boolean[] = [];
  const logged: string[] = [];
  const timers: { ms: number; work: () => void }[] = [];
  const log = (_facts: object, message: string) => void logged.push(message);
  const sweeps = createSweeps({
    storage: { ...ledgers, files: createDiskFiles(uploadsIn()) },
    transfers,
    retentionDays,
    isDemo,
    clock: {
      now: () => new Date(state.now),
      monotonic: () => state.now,
      sleep: async () => undefined,
      after: (ms, work) => {
        timers.push({ ms, work });
        return () => undefined;
      },
      random: () => 0.5,
    },
    log: { info: () => undefined, warn: log, error: log },
    metrics: {
      request: () => undefined,
      stage: () => undefined,
      repeated: () => undefined,
      call: () => undefined,
      uploaded: () => undefined,
      removalStopped: (isStopped) => figures.push(isStopped),
    },
    lookEveryMs: 2000,
  });
  return {
    ...sweeps,
    isStopped: () => figures.at(-1),
    logged,
    set: (ms: number) => {
      state.now += ms;
    },
    /** The timers of that length come once. */
    fire: (ms: number) => {
      for (const timer of timers.splice(0)) if (timer.ms === ms) timer.work();
    },
  };
}

const STOPPED = 'removal is stopped, it would remove too much at once: see npm run submissions -- allow-removal';

describe('a college with 15 applications a day loses nothing', () => {
  test('by a clock that is 40 days ahead, however long the server sweeps by it', async () => {
    await days(29);
    const drafts = await Promise.all(Array.from({ length: 30 }, () => upload(randomUUID(), NOW - HOUR)));
    const all = 30 * A_DAY * DOCUMENTS + drafts.length;
    const one = server({ at: NOW + 40 * DAY });
    await one.start();
    expect([one.isStopped(), one.logged]).toEqual([true, [STOPPED]]);
    expect(await stoppedRemoval(ledgers.notes)).toEqual({
      now: new Date(NOW + 40 * DAY).toISOString(),
      retentionDays: 30,
      submissions: { removing: 450, kept: 450 },
      uploads: { removing: 30, kept: 601 },
      files: 0,
    });
    for (let hour = 0; hour < 48; hour += 1) {
      one.set(HOUR);
      await one.now();
    }
    expect([await purged(), await filesLeft(), one.isStopped()]).toEqual([0, all, true]);
    await one.stop();
    // Set right and started again, it removes what has really expired, and nothing waits for the staff.
    const right = server();
    await right.start();
    expect([await purged(), await filesLeft(), right.isStopped()]).toEqual([0, all, false]);
    expect(await stoppedRemoval(ledgers.notes)).toBeUndefined();
  });

  test('by a clock that is set 40 days ahead while the server runs, until it is set right', async () => {
    await days(29, 0, 0);
    const one = server();
    await one.start();
    expect(one.isStopped()).toBe(false);
    one.set(40 * DAY);
    await one.now();
    expect([await purged(), one.isStopped()]).toEqual([0, true]);
    one.set(-40 * DAY);
    await one.now();
    expect([await purged(), one.isStopped()]).toEqual([0, false]);
  });

  test('by a wrong RETENTION_DAYS', async () => {
    await days(29, 0, 0);
    const wrong = server({ retentionDays: 3 });
    await wrong.start();
    expect([await purged(), wrong.isStopped(), wrong.logged]).toEqual([0, true, [STOPPED]]);
    await wrong.stop();
    const right = server();
    await right.start();
    expect([await purged(), right.isStopped()]).toEqual([0, false]);
  });

  test('by last night’s ledger put beside the files of today, then or later', async () => {
    await days(29, 1);
    await restoreByHand(() => days(0));
    const one = server();
    await one.start();
    expect([one.isStopped(), await filesLeft()]).toEqual([true, 30 * A_DAY * DOCUMENTS]);
    expect(await stoppedRemoval(ledgers.notes)).toMatchObject({ files: A_DAY * DOCUMENTS });
    for (let day = 0; day < 3; day += 1) {
      one.set(DAY);
      await one.now();
    }
    expect([one.isStopped(), await filesLeft()]).toEqual([true, 30 * A_DAY * DOCUMENTS]);
  });

  test('by a backup that is weeks old', async () => {
    // It ends 20 days ago, so that two thirds of it are older than 30 days today.
    await days(49, 20, 0);
    const one = server();
    await one.start();
    expect([await purged(), one.isStopped()]).toEqual([0, true]);
    expect(await stoppedRemoval(ledgers.notes)).toMatchObject({ submissions: { removing: 300, kept: 450 } });
  });
});

/** Puts a copy of the ledger, as it is now, in the place of the one that `meanwhile` has written to. */
async function restoreByHand(meanwhile: () => Promise<void>): Promise<void> {
  const file = path.join(directory, 'ledger.sqlite');
  const copying = new DatabaseSync(file);
  copying.prepare('vacuum into ?').run(`${file}.copy`);
  copying.close();
  await meanwhile();
  await ledgers.ledger.close();
  for (const rest of ['-wal', '-shm']) await rm(file + rest, { force: true });
  await copyFile(`${file}.copy`, file);
  ledgers = await openSqliteLedgers(directory);
}

test('a demonstration removes no file that its ledger does not know; another server removes it after a day', async () => {
  await restoreByHand(async () => void (await applications(2, NOW - 2 * DAY, 1)));
  const outcomes: number[] = [];
  for (const isDemo of [true, false]) {
    const one = server({ isDemo });
    await one.start();
    for (let day = 0; day < 3; day += 1) {
      one.set(DAY);
      await one.now();
    }
    await one.stop();
    outcomes.push(await filesLeft());
  }
  expect(outcomes).toEqual([2, 0]);
});

describe('the brake does not stop', () => {
  test('what expires from day to day, nor a crowd of one hour, while the server runs', async () => {
    await days(31, 0, 0);
    await applications(60, NOW - 30 * DAY + HOUR, 0);
    const one = server({ at: NOW - DAY });
    await one.start();
    for (let passed = 0; passed < 30 * HOUR; passed += 10 * MINUTE) {
      one.set(10 * MINUTE);
      await one.now();
    }
    // Of 31 and 30 days ago, and the crowd.
    expect([await purged(), one.isStopped()]).toEqual([2 * A_DAY + 60, false]);
  });

  test('what has expired in a day without a server', async () => {
    await days(30, 0, 0);
    const one = server();
    await one.start();
    expect([await purged(), one.isStopped()]).toEqual([A_DAY, false]);
  });

  test('twenty items or fewer, of any share', async () => {
    await applications(20, NOW - 40 * DAY, 1);
    const one = server();
    await one.start();
    expect([await purged(), await filesLeft(), one.isStopped()]).toEqual([20, 0, false]);
  });
});

describe('what the staff have allowed', () => {
  test('is removed within a look, unknown files too, and is not allowed once more', async () => {
    await applications(25, NOW - 40 * DAY, 1);
    for (let i = 0; i < 25; i += 1) await file(randomUUID().replaceAll('-', ''), NOW - 9 * DAY);
    const one = server();
    await one.start();
    const stopped = await stoppedRemoval(ledgers.notes);
    expect(stopped).toMatchObject({ submissions: { removing: 25, kept: 25 }, files: 25 });
    if (stopped) await allowRemoval(ledgers.notes, stopped);
    one.fire(2000);
    await expect.poll(() => stoppedRemoval(ledgers.notes)).toBeUndefined();
    expect([await purged(), await filesLeft(), one.isStopped()]).toEqual([25, 0, false]);
    await one.stop();
    await applications(25, NOW - 40 * DAY, 1);
    const next = server();
    await next.start();
    expect([await purged(), next.isStopped()]).toEqual([25, true]);
  });

  test('covers no more than they have seen', async () => {
    await applications(25, NOW - 40 * DAY, 0);
    const one = server();
    await one.start();
    const stopped = await stoppedRemoval(ledgers.notes);
    await applications(25, NOW - 40 * DAY, 0);
    if (stopped) await allowRemoval(ledgers.notes, stopped);
    await one.now();
    expect([await purged(), one.isStopped()]).toEqual([0, true]);
    expect(await stoppedRemoval(ledgers.notes)).toMatchObject({ submissions: { removing: 50 } });
  });
});

test('a few files that the ledger does not know stay for a day after they were found, over restarts', async () => {
  const known = await upload(randomUUID(), NOW - HOUR);
  await file('a'.repeat(32), NOW - 9 * DAY);
  for (const [at, left] of [
    [NOW, 2],
    [NOW + 23 * HOUR, 2],
  ] as const) {
    const one = server({ at });
    await one.start();
    expect([await filesLeft(), one.logged]).toEqual([
      left,
      ['there are files that the ledger does not know: they are kept for a day'],
    ]);
    await one.stop();
  }
  // Claimed before its day is over, or it would be removed, too.
  const first = created({ id: randomUUID(), kind: 'short', digest: 'd', now: new Date(NOW) });
  expect(await ledgers.ledger.create({ ...first, id: await draftOf(known) }, {}, [known])).toBe('created');
  const last = server({ at: NOW + DAY });
  await last.start();
  expect(await readdir(uploadsIn())).toEqual([known]);
});

const draftOf = async (id: string) => (await ledgers.uploads.find(id))?.draftId ?? '';

test('while removal is stopped, transfers between two devices wait, and the client of an upload is still removed', async () => {
  await days(29, 0, 0);
  const draft = await upload(randomUUID(), NOW - HOUR, 'somebody');
  let swept = 0;
  const transfers = {
    sweep: async () => {
      swept += 1;
    },
  };
  const one = server({ transfers });
  await one.start();
  expect(swept).toBe(1);
  one.set(40 * DAY);
  one.fire(MINUTE);
  await one.now();
  one.fire(MINUTE);
  await one.stop();
  expect([swept, one.isStopped()]).toEqual([1, true]);
  const kept = await ledgers.uploads.find(draft);
  expect([kept?.id, kept?.client]).toEqual([draft, undefined]);
});

test('a part that cannot be swept keeps no other from it', async () => {
  await applications(3, NOW - 40 * DAY, 0);
  const one = server({ transfers: { sweep: () => Promise.reject(new Error('the bucket is away')) } });
  await one.start();
  expect([await purged(), one.logged]).toEqual([3, ['a sweep failed']]);
});
