/**
 * A signal that aborts after so many milliseconds. `AbortSignal.timeout` is missing in some browsers that can run the
 * page: there every request failed.
 */
export function timeLimit(ms: number): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(), ms);
  return limit.signal;
}
