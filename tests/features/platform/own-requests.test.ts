import { configureStore } from '@reduxjs/toolkit';
import { afterEach, expect, test, vi } from 'vitest';
import { api, asOwnRequest, whenNoneIsOwn } from '#platform/api.ts';

afterEach(() => vi.unstubAllGlobals());

const makeStore = () =>
  configureStore({
    reducer: { api: api.reducer },
    middleware: (getDefault) => getDefault().concat(api.middleware),
  });

/** Whether background work would go on now. */
async function isFree(): Promise<boolean> {
  const turn = new Promise<false>((resolve) => setImmediate(() => resolve(false)));
  return Promise.race([whenNoneIsOwn().then(() => true), turn]);
}

test('every call of the api goes before background work, until it is answered', async () => {
  let answer = (_response: Response) => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  expect(await isFree()).toBe(true);
  const asked = makeStore().dispatch(api.endpoints.config.initiate());
  await vi.waitFor(async () => expect(await isFree()).toBe(false));
  answer(new Response('{}', { headers: { 'Content-Type': 'application/json' } }));
  await asked;
  expect(await isFree()).toBe(true);
});

test('background work waits for the last of several, and for none that failed', async () => {
  const ends: ((error?: Error) => void)[] = [];
  const request = () =>
    asOwnRequest(
      () => new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))),
    );
  const [one, two] = [request(), request()];
  ends[0]?.(new Error('no connection'));
  await expect(one).rejects.toThrow('no connection');
  expect(await isFree()).toBe(false);
  ends[1]?.();
  await two;
  expect(await isFree()).toBe(true);
});
