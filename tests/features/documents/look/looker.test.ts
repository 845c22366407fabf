import { describe, expect, test } from 'vitest';
import type { Look, SmallerScan } from '#features/documents/look/look.ts';
import { createLooker, type Running } from '#features/documents/look/looker.ts';
import { createWorkerClient } from '#platform/worker-client.ts';

const FILE = new Blob(['%PDF-1.7']);
const SEEN: Look = { pageCount: 1, pictures: [], findings: [] };
const SMALLER: SmallerScan = { pdf: FILE, comparisons: [] };

/** A looker with the test's workers: they look at once, and shrink when the test lets them. */
function lookerWithWorkers() {
  const workers: { isEnded: boolean; die: () => void; shrinks: (() => void)[] }[] = [];
  const start = (): Running => {
    const target = Object.assign(new EventTarget(), { postMessage: () => {}, terminate: () => {} });
    const die = () => target.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
    const worker = { isEnded: false, die, shrinks: [] as (() => void)[] };
    workers.push(worker);
    const service = {
      lookAt: async () => SEEN,
      unlock: async () => FILE,
      shrink: () => new Promise<SmallerScan>((resolve) => worker.shrinks.push(() => resolve(SMALLER))),
    };
    const end = () => {
      worker.isEnded = true;
    };
    return { ...createWorkerClient(target as unknown as Worker), service, end };
  };
  return { looker: createLooker(start), workers };
}
const until = (truth: () => unknown) => expect.poll(truth).toBe(true);

describe('making a scan smaller', () => {
  test('ends with its worker when it is stopped, so that the next document does not wait for it', async () => {
    const { looker, workers } = lookerWithWorkers();
    const stop = new AbortController();
    const shrinking = looker.shrink(FILE, () => {}, stop.signal);
    await until(() => workers[0]?.shrinks.length === 1);
    const looking = looker.look(FILE, () => {});
    stop.abort();
    await expect(shrinking).rejects.toThrow();
    expect(await looking).toBe(SEEN);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  });

  test('is not begun when it was stopped while it waited for its turn', async () => {
    const { looker, workers } = lookerWithWorkers();
    const first = looker.shrink(FILE, () => {}, new AbortController().signal);
    const stop = new AbortController();
    const second = looker.shrink(FILE, () => {}, stop.signal);
    await until(() => workers[0]?.shrinks.length === 1);
    stop.abort();
    workers[0]?.shrinks[0]?.();
    expect(await first).toBe(SMALLER);
    await expect(second).rejects.toThrow();
    expect(workers).toHaveLength(1);
    expect(workers[0]?.shrinks).toHaveLength(1);
  });
});

test('a worker that dies between two documents is replaced, and the next document is looked at', async () => {
  const { looker, workers } = lookerWithWorkers();
  await looker.look(FILE, () => {});
  workers[0]?.die();
  await until(() => workers[0]?.isEnded);
  expect(await looker.look(FILE, () => {})).toBe(SEEN);
  expect(workers).toHaveLength(2);
});
