import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { createInProcessQueue } from '#server/adapters/queue-in-process.ts';
import { systemClock } from '#server/adapters/system-clock.ts';
import { describeQueue } from './queue.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
describeQueue('this process', async () => ({
  queue: createInProcessQueue({ width: 4, log, clock: systemClock }),
  dispose: async () => undefined,
}));

const HOUR = 3_600_000;

test('a clock that is set back delays no waiting job, and new jobs wait at most twenty minutes', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-06-15T12:00:00Z') });
  try {
    const queue = createInProcessQueue({ width: 4, log, clock: systemClock });
    const done: string[] = [];
    queue.start(async (id) => void done.push(id));
    await queue.add('before', new Date(Date.now() + 60_000));
    vi.setSystemTime(Date.now() - 3 * HOUR);
    await queue.add('after', new Date(Date.now() + 3 * HOUR));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done).toEqual(['before']);
    await vi.advanceTimersByTimeAsync(19 * 60_000);
    expect(done).toEqual(['before', 'after']);
    await queue.drain(0);
  } finally {
    vi.useRealTimers();
  }
});

/** A program in which only the drain can keep the process alive. */
const DRAINING = `
  import { createInProcessQueue } from '#server/adapters/queue-in-process.ts';
  import { systemClock } from '#server/adapters/system-clock.ts';
  const queue = createInProcessQueue({ width: 4, log: console, clock: systemClock });
  const begun = Promise.withResolvers();
  queue.start(() => {
    begun.resolve();
    return new Promise(() => {});
  });
  await queue.add('one that hangs');
  await begun.promise;
  await queue.drain(100);
  console.log('drained');
`;

test('the drain keeps a process alive, even without other work', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', DRAINING]);
  expect(stdout).toBe('drained\n');
});

test('a drain ends with the running job, even if that throws', async () => {
  const full = {
    ...log,
    error: () => {
      throw new Error('no space left on device');
    },
  };
  const queue = createInProcessQueue({ width: 4, log: full, clock: systemClock });
  const [begun, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  queue.start(() => {
    begun.resolve();
    return ends.promise;
  });
  await queue.add('a');
  await begun.promise;
  const drained = queue.drain(3 * HOUR);
  ends.reject(new Error('bad'));
  await drained;
});
