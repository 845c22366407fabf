import { describe, expect, test } from 'vitest';
import type { Inspection, SmallerScan } from '#features/documents/inspection/inspection.ts';
import { createInspector, type Running } from '#features/documents/inspection/inspector.ts';
import { createWorkerClient } from '#platform/worker-client.ts';

const FILE = new Blob(['%PDF-1.7']);
const SEEN: Inspection = { pageCount: 1, pictures: [], findings: [] };
const SMALLER: SmallerScan = { pdf: FILE, comparisons: [] };

/** An inspector with the test's workers: they inspect at once, and shrink when the test lets them. */
function inspectorWithWorkers() {
  const workers: { isEnded: boolean; die: () => void; shrinks: (() => void)[] }[] = [];
  const start = (): Running => {
    const target = Object.assign(new EventTarget(), { postMessage: () => {}, terminate: () => {} });
    const die = () => target.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
    const worker = { isEnded: false, die, shrinks: [] as (() => void)[] };
    workers.push(worker);
    const service = {
      inspect: async () => SEEN,
      unlock: async () => FILE,
      shrink: () => new Promise<SmallerScan>((resolve) => worker.shrinks.push(() => resolve(SMALLER))),
    };
    const end = () => {
      worker.isEnded = true;
    };
    return { ...createWorkerClient(target as unknown as Worker), service, end };
  };
  return { inspector: createInspector(start), workers };
}
const until = (truth: () => unknown) => expect.poll(truth).toBe(true);

describe('making a scan smaller', () => {
  test('ends with its worker when it is stopped, so that the next document does not wait for it', async () => {
    const { inspector, workers } = inspectorWithWorkers();
    const stop = new AbortController();
    const shrinking = inspector.shrink(FILE, () => {}, stop.signal);
    await until(() => workers[0]?.shrinks.length === 1);
    const inspecting = inspector.inspect(FILE, () => {});
    stop.abort();
    await expect(shrinking).rejects.toThrow();
    expect(await inspecting).toBe(SEEN);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  });

  test('is not begun when it was stopped while it waited for its turn', async () => {
    const { inspector, workers } = inspectorWithWorkers();
    const first = inspector.shrink(FILE, () => {}, new AbortController().signal);
    const stop = new AbortController();
    const second = inspector.shrink(FILE, () => {}, stop.signal);
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
  const { inspector, workers } = inspectorWithWorkers();
  await inspector.inspect(FILE, () => {});
  workers[0]?.die();
  await until(() => workers[0]?.isEnded);
  expect(await inspector.inspect(FILE, () => {})).toBe(SEEN);
  expect(workers).toHaveLength(2);
});
