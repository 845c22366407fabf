/**
 * Runs in the page, or before its scripts: what it gives a second or more has a minute or more. For tests of what it
 * then does without: a frame or an answer that a busy machine brings late.
 */
export function waitLonger(): void {
  const { setTimeout: wait } = window;
  const longer = (run: TimerHandler, ms = 0, ...given: unknown[]) => wait(run, ms < 1000 ? ms : ms * 60, ...given);
  Object.assign(window, { setTimeout: longer });
}
