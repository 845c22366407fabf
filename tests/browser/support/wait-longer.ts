/**
 * Runs in the page, or before its scripts. Extends timeouts of a second or more to at least a minute, because a busy
 * machine may deliver a frame or an answer late.
 */
export function waitLonger(): void {
  const { setTimeout: wait } = window;
  const longer = (run: TimerHandler, ms = 0, ...given: unknown[]) => wait(run, ms < 1000 ? ms : ms * 60, ...given);
  Object.assign(window, { setTimeout: longer });
}
