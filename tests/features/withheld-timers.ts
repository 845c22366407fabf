import { vi } from 'vitest';

/** From now on no timer of such a length (ms) comes to its end. The answer gets the length of each as it begins. */
export function withholdTimers(isWithheld: (ms: number) => boolean): readonly number[] {
  const { setTimeout: wait } = globalThis;
  const withheld: number[] = [];
  vi.stubGlobal('setTimeout', (call: () => void, ms = 0) => (isWithheld(ms) ? withheld.push(ms) : wait(call, ms)));
  return withheld;
}
