import { vi } from 'vitest';

/**
 * From now on no pause between attempts comes to its end: the first ones last one or two seconds, more or less, the limits
 * of requests at least five. The answer gets the length of each pause (ms) as it begins. An outbox cannot be stopped, and
 * one that pauses would send in its next attempt what another test leaves waiting.
 */
export function withholdPauses(): number[] {
  const { setTimeout: wait } = globalThis;
  const pauses: number[] = [];
  const isPause = (ms: number) => ms > 500 && ms < 4000;
  vi.stubGlobal('setTimeout', (call: () => void, ms = 0) => (isPause(ms) ? pauses.push(ms) : wait(call, ms)));
  return pauses;
}
