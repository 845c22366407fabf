import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Submission } from '#domain/submission/submission.ts';
import { followSubmission } from '#features/submission/submission-api.ts';

const ID = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const STATE = '/state';
const EVENTS = '/events';
const submission = (status: Submission['status']): Submission => ({ id: ID, kind: 'student', status, stages: [] });

/**
 * The browser's EventSource, moved by hand. Pages of other files of this worker may still be there: they listen and ask,
 * too, when a page is shown again, and are left out.
 */
class HandEventSource {
  static readonly CLOSED = 2;
  static all: HandEventSource[] = [];
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    if (url === EVENTS) HandEventSource.all.push(this);
  }
  close() {
    this.readyState = HandEventSource.CLOSED;
  }
  say(data: unknown) {
    this.onmessage?.({ data: typeof data === 'string' ? data : JSON.stringify(data) });
  }
}

let answers: (() => Promise<Response>)[];
let seen: string[];
let stop = () => {};
const follow = () => {
  stop = followSubmission(EVENTS, STATE, ({ status }) => seen.push(status));
};
const lastSource = () => HandEventSource.all.at(-1);

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  seen = [];
  HandEventSource.all = [];
  vi.stubGlobal('EventSource', HandEventSource);
  const offline = () => Promise.reject(new TypeError('offline'));
  vi.stubGlobal('fetch', (asked: unknown) => ((asked === STATE ? answers.shift() : undefined) ?? offline)());
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('following a submission', () => {
  test('tells every event and ends with processed', () => {
    follow();
    lastSource()?.say(submission('processing'));
    lastSource()?.say(submission('error'));
    lastSource()?.say(submission('processed'));
    expect(seen).toEqual(['processing', 'error', 'processed']);
    expect(lastSource()?.readyState).toBe(HandEventSource.CLOSED);
  });

  test('holds no connection open in a page that is left, and asks at once when that page is shown again', async () => {
    follow();
    window.dispatchEvent(new Event('pagehide'));
    expect(lastSource()?.readyState).toBe(HandEventSource.CLOSED);
    answers.push(async () => new Response(JSON.stringify(submission('error'))));
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await vi.waitFor(() => expect(seen).toEqual(['error']));
    expect(HandEventSource.all).toHaveLength(2);
    lastSource()?.say(submission('processed'));
    expect(seen).toEqual(['error', 'processed']);
  });

  test('passes over what is no submission', () => {
    follow();
    lastSource()?.say('no json');
    lastSource()?.say({ status: 'processed' });
    expect(seen).toEqual([]);
  });

  test('asks the server when events stay away, and goes on asking while there is no answer', async () => {
    follow();
    answers.push(
      () => Promise.reject(new TypeError('offline')),
      async () => Response.json(submission('processed')),
    );
    await vi.advanceTimersByTimeAsync(5000);
    expect(seen).toEqual([]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(seen).toEqual(['processed']);
  });

  test('passes over an answer that an event has overtaken', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answers.push(() => promise);
    follow();
    await vi.advanceTimersByTimeAsync(5000);
    lastSource()?.say(submission('error'));
    resolve(Response.json(submission('processing')));
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toEqual(['error']);
    answers.push(async () => Response.json(submission('processed')));
    await vi.advanceTimersByTimeAsync(5000);
    expect(seen).toEqual(['error', 'processed']);
  });

  test('listens again where the browser has given the stream up', async () => {
    follow();
    lastSource()?.close();
    await vi.advanceTimersByTimeAsync(5000);
    expect(HandEventSource.all).toHaveLength(2);
    lastSource()?.say(submission('processing'));
    expect(seen).toEqual(['processing']);
  });

  test('works without EventSource', async () => {
    vi.stubGlobal('EventSource', undefined);
    answers.push(async () => Response.json(submission('processed')));
    follow();
    await vi.advanceTimersByTimeAsync(5000);
    expect(seen).toEqual(['processed']);
  });

  test('is silent once it was stopped', async () => {
    follow();
    stop();
    lastSource()?.say(submission('processing'));
    answers.push(async () => Response.json(submission('processed')));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(seen).toEqual([]);
  });
});
