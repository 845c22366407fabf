import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCallLog, findCalls, toCurl } from '#features/dev-tools/call-log.ts';
import { createLink, watchFetch, watchUploads } from '#features/dev-tools/recorder.ts';

const ORIGIN = 'http://localhost:3000';
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', 'x-request-id': 'r1' } });

beforeEach(() => {
  const { happyDOM } = window as Window & { happyDOM?: { setURL(url: string): void } };
  happyDOM?.setURL(`${ORIGIN}/`);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('API response debug: what is recorded', () => {
  test('a call to our server with its timing, request and answer; the caller gets the answer untouched', async () => {
    vi.stubGlobal('fetch', async () => json({ items: [1] }));
    const log = createCallLog();
    const stop = watchFetch(log, createLink());
    const answer = await fetch('/api/agent-list?refresh=true', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"a":1}',
    });
    expect(await answer.json()).toEqual({ items: [1] });
    await vi.waitFor(() => expect(log.calls()[0]?.took).toBeGreaterThanOrEqual(0));
    expect(log.calls()).toMatchObject([
      {
        method: 'POST',
        path: '/api/agent-list?refresh=true',
        requestHeaders: { 'content-type': 'application/json' },
        requestBody: '{"a":1}',
        status: 200,
        answerHeaders: { 'x-request-id': 'r1' },
        answerBody: '{"items":[1]}',
      },
    ]);
    stop();
  });

  test('a call without an answer with its failure', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    const log = createCallLog();
    watchFetch(log, createLink());
    await expect(fetch('/healthz')).rejects.toThrow('Failed to fetch');
    expect(log.calls()).toMatchObject([{ path: '/healthz', failure: 'Failed to fetch' }]);
  });

  test('calls to anywhere else pass unseen', async () => {
    vi.stubGlobal('fetch', async () => json({}));
    const log = createCallLog();
    watchFetch(log, createLink());
    await fetch('https://elsewhere.example/');
    expect(log.calls()).toEqual([]);
  });

  test('nothing more once it has stopped', async () => {
    vi.stubGlobal('fetch', async () => json({}));
    const log = createCallLog();
    watchFetch(log, createLink())();
    await fetch('/api/config');
    expect(log.calls()).toEqual([]);
  });

  test('the last calls only, the newest first', () => {
    const log = createCallLog(2);
    for (const path of ['/one', '/two', '/three']) log.start({ method: 'GET', path, requestHeaders: {} });
    expect(log.calls().map(({ path }) => path)).toEqual(['/three', '/two']);
  });

  test('uploads without the bytes of documents', async () => {
    const log = createCallLog();
    const stop = watchUploads(log, createLink());
    const request = new XMLHttpRequest();
    request.open('PATCH', '/api/uploads/1');
    request.setRequestHeader('Upload-Offset', '0');
    request.send('the bytes of somebody’s passport');
    expect(log.calls()).toMatchObject([
      { method: 'PATCH', path: '/api/uploads/1', requestHeaders: { 'upload-offset': '0' }, requestBody: '(bytes)' },
    ]);
    request.abort();
    stop();
  });
});

describe('the link', () => {
  test('offline: a call fails as without a connection, and reaches nobody', async () => {
    const server = vi.fn(async () => json({}));
    vi.stubGlobal('fetch', server);
    const link = createLink();
    watchFetch(createCallLog(), link);
    link.set('offline');
    await expect(fetch('/healthz')).rejects.toThrow(TypeError);
    expect(server).not.toHaveBeenCalled();
    link.set('normal');
    expect((await fetch('/healthz')).ok).toBe(true);
  });

  test('slow: a call waits its time before it goes out', async () => {
    vi.useFakeTimers();
    const link = createLink(3000);
    link.set('slow');
    const passed = vi.fn();
    const passing = link.pass().then(passed);
    await vi.advanceTimersByTimeAsync(2999);
    expect(passed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await passing;
    expect(passed).toHaveBeenCalledOnce();
  });

  test('offline: an upload fails as without a connection', async () => {
    const link = createLink();
    const stop = watchUploads(createCallLog(), link);
    link.set('offline');
    const request = new XMLHttpRequest();
    const failed = new Promise((resolve) => request.addEventListener('error', resolve));
    request.open('PATCH', '/api/uploads/1');
    request.send('bytes');
    await failed;
    stop();
  });
});

describe('searching and copying', () => {
  const call = { id: 1, startedAt: 0, method: 'PUT', path: '/api/short-applications/x', requestHeaders: {} };

  test('a search finds the calls that have every word somewhere', () => {
    const calls = [
      { ...call, status: 202, answerBody: '{"status":"processing"}' },
      { ...call, id: 2, method: 'GET', path: '/api/config', status: 200 },
    ];
    expect(findCalls(calls, 'put 202').map(({ id }) => id)).toEqual([1]);
    expect(findCalls(calls, 'PROCESSING')).toHaveLength(1);
    expect(findCalls(calls, '')).toHaveLength(2);
    expect(findCalls(calls, 'nowhere')).toEqual([]);
  });

  test('a call as cURL against our own server: method, headers that matter, body, quoted for a shell', () => {
    const requestHeaders = { 'content-type': 'application/json', 'user-agent': 'x', cookie: 'secret' };
    expect(toCurl({ ...call, requestHeaders, requestBody: `{"name":"O'Brien"}` }, ORIGIN)).toBe(
      [
        'curl -i',
        '-X PUT',
        `'${ORIGIN}/api/short-applications/x'`,
        `-H 'content-type: application/json'`,
        `--data-raw '{"name":"O'\\''Brien"}'`,
      ].join(' \\\n  '),
    );
  });
});
