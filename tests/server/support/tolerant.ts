import type { Answer } from './client.ts';

/** The longest that any answer may take while the database or the bucket does not answer (docs/running.md). */
export const LIMIT_MS = 15_000;
/** For whoever asks whether the server is ready. */
export const READY_LIMIT_MS = 2_000;

/** An answer, or an error where none came within the limit. */
export async function answered(url: string, init: RequestInit = {}, withinMs = LIMIT_MS): Promise<Answer> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(withinMs) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Ask until the answer is 200; whoever waits for that too long is ended by the test's own limit. */
export const readyAgain = (url: string): Promise<void> => untilOk(`${url}/readyz`);
export const livesAgain = (url: string): Promise<void> => untilOk(`${url}/healthz`);

async function untilOk(url: string): Promise<void> {
  for (;;) {
    const answer = await answered(url, {}, READY_LIMIT_MS).catch(() => undefined);
    if (answer?.status === 200) return;
  }
}
