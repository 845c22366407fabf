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

test('a clock that is set back delays no work that waits, and none that is added waits for more than twenty minutes', async () => {
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
