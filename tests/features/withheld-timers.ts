import { vi } from 'vitest';

/** From now on no timer of this length (ms) ends. The returned list receives the length of each when it starts. */
export function withholdTimers(isWithheld: (ms: number) => boolean): readonly number[] {
  const { setTimeout: wait } = globalThis;
  const withheld: number[] = [];
  vi.stubGlobal('setTimeout', (call: () => void, ms = 0) => (isWithheld(ms) ? withheld.push(ms) : wait(call, ms)));
  return withheld;
}
