import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqliteLedgers } from '#server/adapters/sqlite/open.ts';
import { systemClock } from '#server/adapters/system-clock.ts';
import { CallFailure } from '#server/ports/call-failure.ts';
import type { Clock } from '#server/ports/clock.ts';
import type { Ledger, SubmissionRecord } from '#server/ports/ledger.ts';
import { LONGEST_WAIT_MS } from '#server/ports/queue.ts';
import { nextRetryAt, pauseInPlace } from '#server/submission/attempt.ts';
import { createRunner } from '#server/submission/run.ts';
import type { Stage } from '#server/submission/stage.ts';
import { created } from '#server/submission/transitions.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-06-15T00:00:00Z');

/** Time that passes only if the test lets it, or during a sleep. */
let now: number;
/** How far the clock was set forward, in milliseconds. */
let setBy: number;
const clock: Clock = {
  now: () => new Date(now + setBy),
  monotonic: () => now,
  sleep: async (ms) => {
    now += ms;
  },
  after: systemClock.after,
  random: () => 0.5,
};

let directory: string;
let ledger: Ledger;
beforeEach(async () => {
  now = START;
  setBy = 0;
  directory = await mkdtemp(path.join(tmpdir(), 'background-'));
  ({ ledger } = await openSqliteLedgers(directory));
});
afterEach(async () => {
  await ledger.close();
  await rm(directory, { recursive: true, force: true });
});

/** A short application whose one call fails until that moment; the moments of its calls. */
function failingUntil(end: number, retryAfterMs = 0, during: () => void = () => undefined) {
  const calls: number[] = [];
  const stage = (name: Stage['name'], run: Stage['run']): Stage => ({
    name,
    repetition: 'resend',
    run,
    explain: () => ({ code: 'X', message: 'x' }),
  });
  const short = [
    stage('preparing', async () => ({})),
    stage('power-automate', async () => {
      calls.push(now);
      during();
      if (now < end)
        throw new CallFailure('busy', 'Answered with 503', { status: 503, ...(retryAfterMs && { retryAfterMs }) });
      return {};
    }),
    stage('completion', async () => ({})),
  ];
  const run = createRunner({
    ledger,
    clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    metrics: { stage: () => undefined, repeated: () => undefined },
    table: { student: [], agent: [], short },
    scheduleRun: async () => undefined,
    isStopping: () => false,
  });
  return { calls, run: (id: string) => run(id, new AbortController().signal) };
}

async function accepted(): Promise<string> {
  const id = randomUUID();
  await ledger.create(created({ id, kind: 'short', digest: id, now: new Date(now) }), {
    variant: 'direct',
    values: {},
    documents: [],
  });
  return id;
}

/** Runs it whenever its time has come, as the queue does, until nothing is planned any more; `between` comes first. */
async function asPlanned(
  id: string,
  run: (id: string) => Promise<void>,
  between: (runs: number) => void = () => undefined,
): Promise<SubmissionRecord> {
  for (let runs = 1; ; runs += 1) {
    await run(id);
    between(runs);
    const record = await ledger.find(id);
    if (record?.retryAt === undefined) return record ?? expect.fail('it is gone');
    const waitMs = Date.parse(record.retryAt) - clock.now().getTime();
    // No queue waits for longer.
    now += Math.min(Math.max(0, waitMs), LONGEST_WAIT_MS);
  }
}

describe('what was accepted and failed for a passing reason', () => {
  test('is tried for 24 hours, later each time up to a quarter of an hour, and then left to the applicant', async () => {
    const { calls, run } = failingUntil(Number.POSITIVE_INFINITY);
    const record = await asPlanned(await accepted(), run);
    expect([record.status, record.retryAt]).toEqual(['error', undefined]);
    const last = (calls.at(-1) ?? 0) - START;
    expect(last).toBeGreaterThan(23.7 * HOUR);
    expect(last).toBeLessThanOrEqual(24 * HOUR);
    // Three tries in place each time, so between them the pauses that grow.
    const gaps = calls.slice(1).map((at, i) => at - (calls[i] ?? 0));
    expect(Math.max(...gaps)).toBe(0.25 * HOUR);
    expect(calls.length).toBeLessThan(330);
  });

  test('is finished without anybody asking when the reason has passed, be it after 23 hours', async () => {
    const { calls, run } = failingUntil(START + 23 * HOUR);
    const record = await asPlanned(await accepted(), run);
    expect(record.status).toBe('processed');
    expect(calls.filter((at) => at >= START + 23 * HOUR)).toHaveLength(1);
  });
});

describe('what waits for the college to repair its settings', () => {
  const failure = new CallFailure('misconfigured', 'Answered with 404', { status: 404 });

  test('is tried once an hour for 24 hours, and not three times in place', async () => {
    const { calls, run } = failingUntil(Number.POSITIVE_INFINITY, 0, () => {
      throw failure;
    });
    const record = await asPlanned(await accepted(), run);
    expect([record.status, record.retryAt]).toEqual(['error', undefined]);
    expect(calls.map((at) => (at - START) / HOUR)).toEqual(Array.from({ length: 25 }, (_none, hour) => hour));
  });

  test('is finished within the hour after the repair', async () => {
    const { calls, run } = failingUntil(0, 0, () => {
      if (now < START + 5.5 * HOUR) throw failure;
    });
    expect((await asPlanned(await accepted(), run)).status).toBe('processed');
    expect((calls.at(-1) ?? 0) - START).toBe(6 * HOUR);
  });
});

describe('a clock that is set', () => {
  test.each([
    ['forty days ahead', 40 * 24 * HOUR],
    ['three hours back', -3 * HOUR],
  ])('%s gives nothing up: it is tried for 24 hours as before, and finished', async (_title, set) => {
    const { calls, run } = failingUntil(START + 23 * HOUR);
    const record = await asPlanned(await accepted(), run, (runs) => {
      if (runs === 20) setBy += set;
    });
    expect(record.status).toBe('processed');
    expect((calls.at(-1) ?? 0) - START).toBeLessThan(23.5 * HOUR);
    const gaps = calls.slice(1).map((at, i) => at - (calls[i] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(HOUR / 2);
  });

  test('while a call is under way gives nothing up either', async () => {
    let made = 0;
    const { run } = failingUntil(START + 2 * HOUR, 0, () => {
      made += 1;
      if (made === 10) setBy = 40 * 24 * HOUR;
    });
    expect((await asPlanned(await accepted(), run)).status).toBe('processed');
  });

  test('and a server that was off for two days leaves the time that is left of the 24 hours', async () => {
    const { calls, run } = failingUntil(START + 70 * HOUR);
    const record = await asPlanned(await accepted(), run, (runs) => {
      if (runs === 20) now += 48 * HOUR;
    });
    expect(record.status).toBe('processed');
    expect((calls.at(-1) ?? 0) - START).toBeLessThan(71 * HOUR);
  });
});

test('a Retry-After of a year delays the next try by a quarter of an hour, and drops nothing', async () => {
  const { calls, run } = failingUntil(START + 1000, 31_536_000_000);
  const record = await asPlanned(await accepted(), run);
  expect(record.status).toBe('processed');
  expect(calls.map((at) => at - START)).toEqual([0, 0.25 * HOUR]);
});

describe('the times between tries', () => {
  const facts = { now: new Date(START), failingSince: new Date(START), retries: 0, retryAfterMs: 0 };
  const wait = (changes: object) =>
    (nextRetryAt({ ...facts, random: 0.5, ...changes })?.getTime() ?? Number.NaN) - START;

  test('double from 2 s to 15 min, a quarter more or less, so that those who failed together do not come together', () => {
    expect([0, 1, 2, 8, 9, 50].map((retries) => wait({ retries }))).toEqual([2e3, 4e3, 8e3, 512e3, 900e3, 900e3]);
    expect([0, 0.999].map((random) => Math.round(wait({ random }) / 100) * 100)).toEqual([1500, 2500]);
  });

  test('are as long as Retry-After says, up to a quarter of an hour, and none goes beyond 24 hours', () => {
    expect(wait({ retryAfterMs: 60_000 })).toBe(60_000);
    for (const retryAfterMs of [0.25 * HOUR, 24 * HOUR, 365 * 24 * HOUR, Number.POSITIVE_INFINITY]) {
      expect(wait({ retryAfterMs })).toBe(0.25 * HOUR);
    }
    const failingSince = new Date(START - 23.8 * HOUR);
    expect(wait({ retryAfterMs: 60_000, failingSince })).toBe(60_000);
    expect(wait({ retryAfterMs: HOUR, failingSince })).toBeNaN();
  });

  test('while the applicant watches are two short ones, unless the outside wants longer than four seconds', () => {
    const pause = (tries: number, retryAfterMs = 0) => pauseInPlace({ tries, elapsedMs: 0, retryAfterMs, random: 0.5 });
    expect([pause(1), pause(2), pause(3)]).toEqual([250, 1000, undefined]);
    expect([pause(1, 3000), pause(1, 5000)]).toEqual([3000, undefined]);
  });
});
