import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInProcessQueue } from '#server/adapters/queue-in-process.ts';
import { openSqliteLedgers } from '#server/adapters/sqlite/open.ts';
import { CallFailure } from '#server/ports/call-failure.ts';
import type { Clock } from '#server/ports/clock.ts';
import type { Ledger } from '#server/ports/ledger.ts';
import { createRunner } from '#server/submission/run.ts';
import type { Stage } from '#server/submission/stage.ts';
import { created } from '#server/submission/transitions.ts';
import { withFaults } from './support/faults.ts';

/**
 * The calls of the queue that `every-call-fails.test.ts` does not count, since they are made only where a run comes before
 * its time: a clock was set back, or the same application was sent twice and its service asks for patience.
 */

const MINUTE = 60_000;
const START = Date.parse('2026-06-15T00:00:00Z');
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Timer {
  readonly at: number;
  readonly ring: () => void;
}

/** Time that passes only when it is let. */
let now: number;
const timers = new Set<Timer>();
const clock: Clock = {
  now: () => new Date(now),
  monotonic: () => now,
  sleep: async (ms) => {
    now += ms;
  },
  after: (ms, ring) => {
    const timer = { at: now + ms, ring };
    timers.add(timer);
    return () => timers.delete(timer);
  },
  random: () => 0.5,
};

let directory: string;
let ledger: Ledger;
beforeEach(async () => {
  now = START;
  timers.clear();
  directory = await mkdtemp(path.join(tmpdir(), 'queue-trouble-'));
  ({ ledger } = await openSqliteLedgers(directory));
});
afterEach(async () => {
  await ledger.close();
  await rm(directory, { recursive: true, force: true });
});

const stage = (name: Stage['name'], run: Stage['run']): Stage => ({
  name,
  repetition: 'resend',
  run,
  explain: () => ({ code: 'X', message: 'x' }),
});

test.each([
  ['before it took that', 'before-call'],
  ['after it had taken that', 'after-call'],
] as const)(
  'an application whose run came too early continues at its time, although the queue failed once %s',
  async (_title, moment) => {
    const calls: number[] = [];
    const busy = { status: 503, retryAfterMs: 10 * MINUTE };
    const outside = stage('power-automate', async () => {
      calls.push(now - START);
      if (calls.length === 1) throw new CallFailure('busy', 'Answered with 503', busy);
      return {};
    });
    const short = [stage('preparing', async () => ({})), outside, stage('completion', async () => ({}))];
    let failures = 0;
    const inProcess = createInProcessQueue({ width: 4, log, clock });
    const queue = withFaults('queue', inProcess, (point) => {
      if (point !== moment || failures === 1) return;
      failures += 1;
      throw new Error('the queue cannot be reached');
    });
    const run = createRunner({
      ledger,
      clock,
      log,
      metrics: { stage: () => undefined, repeated: () => undefined },
      table: { student: [], agent: [], short },
      scheduleRun: (id, at) => queue.add(id, at),
      isStopping: () => false,
    });
    let runs = 0;
    inProcess.start((id, lost) =>
      run(id, lost).finally(() => {
        runs += 1;
      }),
    );
    const id = randomUUID();
    const content = { variant: 'direct' as const, values: {}, documents: [] };
    await ledger.create(created({ id, kind: 'short', digest: id, now: clock.now() }), content);
    await inProcess.add(id);
    await expect.poll(() => runs).toBe(1);
    expect(await ledger.find(id)).toMatchObject({ status: 'error', retryAt: expect.any(String) });

    await inProcess.add(id);
    await expect.poll(() => runs).toBe(2);
    expect(failures).toBe(1);
    for (let passed = 3; (await ledger.find(id))?.status !== 'processed'; passed += 1) {
      const [timer, ...others] = timers;
      if (timer === undefined) throw new Error('no handler continues it');
      expect(others).toEqual([]);
      timers.delete(timer);
      now = timer.at;
      timer.ring();
      await expect.poll(() => runs).toBe(passed);
    }
    // Not before it was asked for, and once.
    expect(calls).toEqual([0, 10 * MINUTE]);
    await inProcess.drain(100);
  },
);
