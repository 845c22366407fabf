import { cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { followSent } from '#features/submission/outbox/follow-sent.ts';
import { startOutbox } from '#features/submission/outbox/outbox.ts';
import { submissionApi, useFollowedSubmission } from '#features/submission/submission-api.ts';
import { api } from '#platform/api.ts';
import { followConnection } from '#platform/connection.ts';
import { newDevice } from '../new-device.ts';

const ID = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const submission = (status: Submission['status']): Submission => ({ id: ID, kind: 'student', status, stages: [] });
const HALF_ANSWER = new Error('the connection was cut in the middle of the answer');

/** What the server has; an error means an answer whose body breaks off. */
let answer: Submission | Error;
let questions: number;
let store: ReturnType<typeof createStore>;
const known = () => submissionApi.endpoints.submission.select(ID)(store.getState()).data?.status;
const askedWithin = async (milliseconds: number) => {
  const before = questions;
  await vi.advanceTimersByTimeAsync(milliseconds);
  return questions - before;
};
const wrapper = ({ children }: { readonly children: ReactNode }) => createElement(Provider, { store, children });
function setVisibility(state: DocumentVisibilityState) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

/** The server's answer to the page; the body of one that breaks off cannot be read. */
function serverAnswer(): Response {
  if (!(answer instanceof Error)) return Response.json(answer);
  const broken = answer;
  const body = new ReadableStream({ pull: (controller) => controller.error(broken) });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

beforeEach(async () => {
  await newDevice();
  vi.useFakeTimers();
  questions = 0;
  answer = submission('processing');
  vi.stubGlobal('fetch', async (asked: Request | string) => {
    const isQuestion = typeof asked !== 'string' && asked.url.endsWith(`/api/submissions/${ID}`);
    if (!isQuestion) return Response.json({ status: 'ok' });
    questions += 1;
    return serverAnswer();
  });
  vi.stubGlobal('EventSource', function noStream() {
    throw new Error('An event stream would hold one of the browser’s six connections.');
  });
  store = createStore();
  store.dispatch(followConnection());
  store.dispatch(startOutbox());
  store.dispatch(followSent({ id: ID, applicant: 'Amelia Hall' }));
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  setVisibility('visible');
  Reflect.deleteProperty(document, 'visibilityState');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a submission that is followed', () => {
  test('is asked for every two seconds while the server works on it, and no more once it is processed', async () => {
    expect(await askedWithin(10_000)).toBe(5);
    answer = submission('processed');
    await askedWithin(2000);
    expect(known()).toBe('processed');
    // As the form does that shows the end.
    renderHook(() => useFollowedSubmission(ID), { wrapper });
    expect(await askedWithin(60_000)).toBe(0);
  });

  test('is asked for every ten seconds while it waits, and quickly again when the server continues', async () => {
    answer = submission('error');
    await askedWithin(2000);
    expect(await askedWithin(60_000)).toBe(6);
    answer = submission('processing');
    await askedWithin(10_000);
    expect(await askedWithin(11_000)).toBe(5);
  });

  test('is not asked for while the page is hidden, and at once when the person looks at it again', async () => {
    setVisibility('hidden');
    expect(await askedWithin(60_000)).toBe(0);
    answer = submission('error');
    setVisibility('visible');
    await askedWithin(0);
    expect(known()).toBe('error');
  });

  test('is asked for again after an answer that broke off in the middle', async () => {
    answer = HALF_ANSWER;
    await askedWithin(30_000);
    answer = submission('processed');
    await askedWithin(30_000);
    expect(known()).toBe('processed');
  });
});
