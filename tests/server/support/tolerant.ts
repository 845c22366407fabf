import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Answer, type Application, problemOf } from './client.ts';

/**
 * The timeout for a request that is never answered. It is longer than docs/operate/install.md promises, because a busy
 * machine is slower.
 */
const LIMIT_MS = 60_000;
/** The pause between two requests, so that they do not use up the server's time. */
const PAUSE_MS = 50;

/** An answer, or an error if there is none within the timeout. */
export async function answered(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(LIMIT_MS) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** A PUT, answered within the timeout. */
export const putWithin = (url: string, { path, body }: Application): Promise<Answer> =>
  answered(url + path, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

/** Expects each answer to be a 503 with a message and a Retry-After. */
export function expectUnavailable(answers: readonly Answer[]): void {
  for (const answer of answers) {
    expect(problemOf(answer)).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(problemOf(answer).detail).toMatch(/again in a few seconds/);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
}

/** Asks until the answer is 200; the test's timeout ends a wait that is too long. */
export const readyAgain = (url: string): Promise<void> => untilOk(`${url}/readyz`);
export const livesAgain = (url: string): Promise<void> => untilOk(`${url}/healthz`);

/**
 * The first answer that is not ready. A last good answer may come first, or none before the server has opened its port.
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
