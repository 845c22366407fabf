/**
 * Notes every timer that is set from now on; what is returned ends them all. The pages of a file's tests go on when it is
 * over: one that could not save tries again in a second, and would do so on the device of the file that comes next.
 */
export function noteTimers(): () => void {
  const { setTimeout: once, setInterval: again } = globalThis;
  const set = new Set<NodeJS.Timeout>();
  const noting = <Timer extends typeof once | typeof again>(original: Timer): Timer => {
    const noted = (...args: Parameters<Timer>) => {
      const timer = Reflect.apply(original, globalThis, args) as NodeJS.Timeout;
      set.add(timer);
      return timer;
    };
    // With what `promisify` finds on it.
    return Object.defineProperties(noted, Object.getOwnPropertyDescriptors(original)) as unknown as Timer;
  };
  globalThis.setTimeout = noting(once);
  globalThis.setInterval = noting(again);
  return () => {
    globalThis.setTimeout = once;
    globalThis.setInterval = again;
    for (const timer of set) clearTimeout(timer);
    set.clear();
  };
}
