import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenLedgers, openSqliteLedgers } from '#server/adapters/sqlite/open.ts';
import { createClockWatch } from '#server/submission/clock-watch.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-06-15T00:00:00Z');

let directory: string;
let ledgers: OpenLedgers;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'clock-'));
  ledgers = await openSqliteLedgers(directory);
});
afterEach(async () => {
  await ledgers.ledger.close();
  await rm(directory, { recursive: true, force: true });
});

/** A server's watch on the ledger, with a clock of its own: `pass` lets time pass, `set` sets its time of day. */
function server(at: number = START) {
  const state = { passed: 0, day: at };
  const figures: boolean[] = [];
  const errors: string[] = [];
  const watch = createClockWatch({
    clock: { now: () => new Date(state.day + state.passed), monotonic: () => state.passed },
    marks: ledgers.marks,
    log: { info: () => undefined, error: () => errors.push('error') },
    metrics: { clockInDoubt: (isInDoubt) => figures.push(isInDoubt) },
  });
  return {
    pass: (ms: number) => {
      state.passed += ms;
    },
    set: (ms: number) => {
      state.day += ms;
    },
    figure: () => figures.at(-1),
    errors,
    watch,
    look: async () => (await watch.believed())?.getTime(),
    now: () => state.day + state.passed,
  };
}

describe('a clock is believed', () => {
  test('on a new ledger, and while it goes as time passes, corrections by seconds included', async () => {
    const one = server();
    for (const ms of [0, 10 * 60_000, 23 * HOUR, 10 * DAY]) {
      one.pass(ms);
      one.set(900);
      expect(await one.look()).toBe(one.now());
    }
    expect([one.figure(), one.errors]).toEqual([false, []]);
  });

  test('at a start within a day after the last look of a server', async () => {
    await server().look();
    expect(await server(START + 23 * HOUR).look()).toBe(START + 23 * HOUR);
  });
});

describe('a clock is in doubt, which is logged as an error and shown as a figure', () => {
  test.each([
    ['forty days ahead', 40 * DAY],
    ['three hours back', -3 * HOUR],
  ])('%s while the server runs, at once and at its next look', async (_title, ms) => {
    const one = server();
    await one.look();
    one.set(ms);
    expect(one.watch.isInDoubt()).toBe(true);
    expect(await one.look()).toBeUndefined();
    expect([one.figure(), one.errors]).toEqual([true, ['error']]);
    // Being set right again does not tell what was written meanwhile.
    one.set(-ms);
    expect(await one.look()).toBeUndefined();
  });

  test.each([
    ['forty days ahead, or after forty days without a server', 40 * DAY],
    ['two days behind', -2 * DAY],
  ])('%s at a start, and at every start after', async (_title, ms) => {
    await server().look();
    expect(await server(START + ms).look()).toBeUndefined();
    expect(await server(START + HOUR).look()).toBeUndefined();
  });

  test('where no server has noted a time, against the newest thing in the ledger', async () => {
    const upload = { id: 'a', draftId: 'b', slot: 'passport', name: 'n', type: 't', size: 1 };
    await ledgers.uploads.add({ ...upload, createdAt: new Date(START).toISOString() });
    expect(await server(START + 2 * DAY).look()).toBeUndefined();
  });

  test('on one of several servers only until all of them wait for the staff', async () => {
    const [right, wrong] = [server(), server()];
    await right.look();
    wrong.set(40 * DAY);
    expect(await wrong.look()).toBeUndefined();
    expect(await right.look()).toBeUndefined();
    expect([right.figure(), wrong.figure()]).toEqual([true, true]);
  });
});

describe('the staff’s confirmation', () => {
  test('is believed by every server whose clock agrees, and by no other', async () => {
    const [right, wrong] = [server(), server()];
    await right.look();
    wrong.set(40 * DAY);
    await wrong.look();
    await right.look();
    await ledgers.marks.confirm(new Date(right.now()));
    expect(await right.look()).toBe(right.now());
    expect(right.figure()).toBe(false);
    expect(await wrong.look()).toBeUndefined();
  });

  test('ends the doubt after forty days without a server', async () => {
    await server().look();
    const one = server(START + 40 * DAY);
    expect(await one.look()).toBeUndefined();
    await ledgers.marks.confirm(new Date(one.now()));
    expect(await one.look()).toBe(one.now());
    one.pass(HOUR);
    expect(await one.look()).toBe(one.now());
  });
});
