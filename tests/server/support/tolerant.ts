import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Answer, type Application, problemOf } from './client.ts';

/**
 * Ends what is never answered. The times that docs/operate/install.md promises are no matter here: a loaded machine takes longer
 * over everything.
 */
const LIMIT_MS = 60_000;
/** Between two questions: without it they would take the time of the server that is asked. */
const PAUSE_MS = 50;

/** An answer, or an error where none came within the limit. */
export async function answered(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(LIMIT_MS) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** A PUT, its answer within the limit. */
export const putWithin = (url: string, { path, body }: Application): Promise<Answer> =>
  answered(url + path, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

/** Each is a 503 with words and the time after which to come again. */
export function expectUnavailable(answers: readonly Answer[]): void {
  for (const answer of answers) {
    expect(problemOf(answer)).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(problemOf(answer).detail).toMatch(/again in a few seconds/);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
}

/** Ask until the answer is 200; the test's own limit ends a wait that is too long. */
export const readyAgain = (url: string): Promise<void> => untilOk(`${url}/readyz`);
export const livesAgain = (url: string): Promise<void> => untilOk(`${url}/healthz`);

/**
 * The first answer that is not ready: an answer that is good for a moment may stand before it, and none at all from a
 * server that has yet to open its port.
 */
export async function notReady(url: string): Promise<Answer> {
  for (;;) {
    const answer = await answered(`${url}/readyz`).catch(() => undefined);
    if (answer !== undefined && answer.status !== 200) return answer;
    await delay(PAUSE_MS);
  }
}

async function untilOk(url: string): Promise<void> {
  for (;;) {
    const answer = await answered(url).catch(() => undefined);
    if (answer?.status === 200) return;
    await delay(PAUSE_MS);
  }
}
