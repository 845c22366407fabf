import { configureStore } from '@reduxjs/toolkit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ApiError, api, isForeign, isNotFound, isTransient } from '#platform/api.ts';

const PAGE = '<!doctype html><title>Sign in</title>';
const PROBLEM = { type: 'urn:problem:x', title: 'Title', code: 'X' };
const ours = (status: number): ApiError => ({ kind: 'problem', status, problem: { ...PROBLEM, status } });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Answers the first call with `first`, and the next ones as our server does. */
function answerFirst(first: Response) {
  const answers = [first];
  const config = {
    demo: true,
    devTools: false,
    flows: { student: true, agent: true, shortForm: true, files: true },
    limits: {
      totalDocumentBytes: 1,
      agentIntroductionBytes: 1,
      genericFileBytes: 1,
      genericFileCount: 1,
      draftHours: 24,
    },
  };
  vi.stubGlobal(
    'fetch',
    async () =>
      answers.shift() ?? new Response(JSON.stringify(config), { headers: { 'Content-Type': 'application/json' } }),
  );
}

async function askForConfig() {
  vi.useFakeTimers();
  const store = configureStore({
    reducer: { api: api.reducer },
    middleware: (getDefault) => getDefault().concat(api.middleware),
  });
  const asking = store.dispatch(api.endpoints.config.initiate());
  let isAnswered = false;
  void asking.finally(() => {
    isAnswered = true;
  });
  // The body of an answer is read in real time: only then the wait before the next call begins.
  while (!isAnswered) await vi.advanceTimersByTimeAsync(1000);
  return asking;
}

describe('a read that something else answers in place of our server', () => {
  test.each([200, 400, 403, 404, 406, 413, 502])('with an HTML page and status %i is asked again', async (status) => {
    answerFirst(new Response(PAGE, { status, headers: { 'Content-Type': 'text/html' } }));
    expect((await askForConfig()).data).toMatchObject({ demo: true });
  });

  test('is not asked again where our server has refused it', async () => {
    const headers = { 'Content-Type': 'application/problem+json' };
    answerFirst(new Response(JSON.stringify({ ...PROBLEM, status: 403 }), { status: 403, headers }));
    expect((await askForConfig()).error).toMatchObject({ kind: 'problem', status: 403 });
  });
});

describe('an error', () => {
  test('says that our server does not have something only where it is its own', () => {
    expect(isNotFound(ours(404))).toBe(true);
    expect(isNotFound({ kind: 'http', status: 404 })).toBe(false);
    expect(isNotFound(ours(410))).toBe(false);
    expect(isNotFound(undefined)).toBe(false);
  });

  test.each([
    [ours(422), false, false],
    [ours(409), false, false],
    [ours(429), true, false],
    [ours(503), true, false],
    [{ kind: 'network' }, true, false],
    [{ kind: 'http', status: 403 }, true, true],
    [{ kind: 'http', status: 502 }, true, false],
    [{ kind: 'unreadable' }, true, true],
  ] as const)('%j may pass: %s, is of something in between: %s', (error, mayPass, foreign) => {
    expect([isTransient(error), isForeign(error)]).toEqual([mayPass, foreign]);
  });
});
