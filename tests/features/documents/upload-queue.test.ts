import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AttemptResult, createUploadQueue } from '#features/documents/upload-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const FAILED: AttemptResult = { again: true, moved: false };

/** A queue whose attempts end as the test says, and the times at which they began. */
function queueOf(verdict: () => AttemptResult, chance = 0.5) {
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  const began = performance.now();
  const tries: number[] = [];
  const queue = createUploadQueue({
    atOnce: 2,
    delays: [1000, 2000, 5000],
    run: async () => {
      tries.push(performance.now() - began);
      return verdict();
    },
  });
  return { queue, tries };
}

describe('an upload that failed', () => {
  test('is tried again after pauses that grow, the last one again and again', async () => {
    const { queue, tries } = queueOf(() => FAILED);
    queue.add('passport');
    await vi.advanceTimersByTimeAsync(13_500);
    expect(tries).toEqual([0, 1000, 3000, 8000, 13_000]);
  });

  test.each([
    [0, 750],
    [0.999, 1250],
  ])(
    'pauses a quarter shorter or longer by chance, so that not all pages come back at once (%d)',
    async (chance, ms) => {
      const { queue, tries } = queueOf(() => FAILED, chance);
      queue.add('passport');
      await vi.advanceTimersByTimeAsync(ms - 5);
      expect(tries).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(10);
      expect(tries).toHaveLength(2);
    },
  );

  test('begins with the shortest pause again once bytes have moved', async () => {
    const verdicts: AttemptResult[] = [FAILED, FAILED, { again: true, moved: true }];
    const { queue, tries } = queueOf(() => verdicts.shift() ?? { again: false });
    queue.add('passport');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tries).toEqual([0, 1000, 3000, 4000]);
  });

  test('waits as long as the server wants', async () => {
    const verdicts: AttemptResult[] = [{ again: true, moved: false, afterMs: 30_000 }];
    const { queue, tries } = queueOf(() => verdicts.shift() ?? { again: false });
    queue.add('passport');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tries).toEqual([0, 30_000]);
  });

  test('is tried at once when the connection is back, and not at all when it was taken away', async () => {
    const { queue, tries } = queueOf(() => FAILED);
    queue.add('passport');
    await vi.advanceTimersByTimeAsync(10);
    queue.wake();
    expect(tries).toEqual([0, 10]);
    await vi.advanceTimersByTimeAsync(10);
    queue.drop('passport');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tries).toHaveLength(2);
  });

  test('makes room for the others while it rests', async () => {
    const keys: string[] = [];
    const run = async (key: string): Promise<AttemptResult> => {
      keys.push(key);
      return key === 'broken' ? FAILED : { again: false };
    };
    const queue = createUploadQueue({ atOnce: 1, delays: [1000], run });
    for (const key of ['broken', 'passport', 'cv']) queue.add(key);
    await vi.advanceTimersByTimeAsync(500);
    expect(keys).toEqual(['broken', 'passport', 'cv']);
  });
});

/** A queue that runs two at a time; the test decides when and how each attempt ends. */
function heldQueue() {
  const attempts: { readonly key: string; readonly end: (result: AttemptResult) => void }[] = [];
  const run = (key: string) => new Promise<AttemptResult>((end) => void attempts.push({ key, end }));
  const queue = createUploadQueue({ atOnce: 2, delays: [1000], run });
  return { queue, attempts, keys: () => attempts.map(({ key }) => key) };
}

test('no more uploads run side by side than there is room for; the next begins when one has ended', async () => {
  const { queue, attempts, keys } = heldQueue();
  for (const key of ['passport', 'cv', 'englishTest', 'year12Evidence']) queue.add(key);
  await vi.advanceTimersByTimeAsync(1);
  expect(keys()).toEqual(['passport', 'cv']);
  attempts[0]?.end({ again: false });
  await vi.advanceTimersByTimeAsync(1);
  expect(keys()).toEqual(['passport', 'cv', 'englishTest']);
});

test('an upload that was taken away and added again is not ended by its first attempt', async () => {
  const { queue, attempts, keys } = heldQueue();
  queue.add('passport');
  queue.drop('passport');
  queue.add('passport');
  attempts[0]?.end({ again: false });
  await vi.advanceTimersByTimeAsync(1);
  attempts[1]?.end(FAILED);
  await vi.advanceTimersByTimeAsync(1500);
  expect(keys()).toEqual(['passport', 'passport', 'passport']);
});
