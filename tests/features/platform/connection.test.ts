import { configureStore } from '@reduxjs/toolkit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { connectionSlice, followConnection, probeServer, selectOnline } from '#platform/connection.ts';

afterEach(() => vi.unstubAllGlobals());

/** Whether the server counts as answering, given the answer to `/healthz`. */
async function probe(status: number, body: string, type: string): Promise<boolean> {
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { 'Content-Type': type } }));
  const store = configureStore({
    reducer: { connection: connectionSlice.reducer },
    middleware: (getDefault) => getDefault({ thunk: { extraArgument: {} } }),
  });
  expect(selectOnline(store.getState())).toBe(true);
  return store.dispatch(probeServer());
}

test('a probe that fails after a later one was answered says nothing of the connection', async () => {
  const answers: PromiseWithResolvers<Response>[] = [];
  vi.stubGlobal('fetch', () => {
    const answer = Promise.withResolvers<Response>();
    answers.push(answer);
    return answer.promise;
  });
  const store = configureStore({
    reducer: { connection: connectionSlice.reducer },
    middleware: (getDefault) => getDefault({ thunk: { extraArgument: {} } }),
  });
  const seen: boolean[] = [];
  store.subscribe(() => seen.push(selectOnline(store.getState())));
  store.dispatch(followConnection());
  window.dispatchEvent(new Event('online'));
  expect(answers).toHaveLength(2);
  answers[1]?.resolve(Response.json({ status: 'ok' }));
  await vi.waitFor(() => expect(store.getState().connection.answered).toBe(true));
  answers[0]?.reject(new TypeError('cut'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(seen).not.toContain(false);
});

describe('the answer to a probe', () => {
  test.each([
    ['our own', 200, '{"status":"ok"}', 'application/json', true],
    ['our own, with the version', 200, '{"status":"ok","version":"1.0.0"}', 'application/json', true],
    ['the sign-in page of a Wi-Fi', 200, '<!doctype html><title>Sign in</title>', 'text/html', false],
    ['an empty page', 200, '', 'text/html', false],
    ['other JSON', 200, '{"portal":true}', 'application/json', false],
    ['JSON that is no object', 200, 'null', 'application/json', false],
    ['a page that says ok', 200, 'ok', 'text/plain', false],
    ['a block page', 403, '<h1>Blocked</h1>', 'text/html', false],
    ['a proxy whose server is away', 502, '<h1>Bad gateway</h1>', 'text/html', false],
  ])('is %s (%i)', async (_whose, status, body, type, online) => {
    expect(await probe(status, body, type)).toBe(online);
  });
});
