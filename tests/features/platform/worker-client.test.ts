// @vitest-environment node
import { expose } from 'comlink';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWorkerClient } from '#platform/worker-client.ts';

const ports: MessagePort[] = [];
/** A worker whose service doubles numbers at once, and never answers a wait. */
function openClient() {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  expose({ double: (count: number) => 2 * count, wait: () => new Promise<never>(() => {}) }, port2);
  port1.start();
  const terminate = vi.fn();
  const worker = Object.assign(port1, { terminate });
  const client = createWorkerClient<{ double: (count: number) => number; wait: () => Promise<never> }>(
    worker as unknown as Worker,
  );
  const fail = (message: string) => worker.dispatchEvent(Object.assign(new Event('error'), { message }));
  return { ...client, terminate, fail };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
  vi.useRealTimers();
});

test('an answer in time is returned, and no timer is left', async () => {
  const { service, ask } = openClient();
  expect(await ask(service.double(21), { limitMs: 1000 })).toBe(42);
  expect(vi.getTimerCount()).toBe(0);
});

test('a call without an answer is rejected at its time limit', async () => {
  const { service, ask } = openClient();
  const asked = ask(service.wait(), { limitMs: 1000 });
  const rejected = expect(asked).rejects.toMatchObject({ name: 'WorkerTimeout' });
  await vi.advanceTimersByTimeAsync(1000);
  await rejected;
});

test('a call is rejected when it is aborted', async () => {
  const { service, ask } = openClient();
  const stop = new AbortController();
  const asked = ask(service.wait(), { signal: stop.signal });
  stop.abort();
  await expect(asked).rejects.toThrow('aborted');
});

test.each([
  ['its script fails', ({ fail }: ReturnType<typeof openClient>) => fail('out of memory'), 'out of memory'],
  ['it is ended', ({ end }: ReturnType<typeof openClient>) => end(), 'ended'],
])('every call is rejected and the worker is terminated when %s', async (_when, happen, message) => {
  const client = openClient();
  const asked = client.ask(client.service.wait());
  happen(client);
  await expect(asked).rejects.toMatchObject({ name: 'WorkerGone', message });
  await expect(client.ask(client.service.double(1))).rejects.toMatchObject({ name: 'WorkerGone' });
  expect(client.terminate).toHaveBeenCalledOnce();
});
