/**
 * A signal that ends after so many milliseconds what it was given to. In place of `AbortSignal.timeout`, which browsers
 * that can run the page otherwise do not all have: a page without it took every server to be away.
 */
export function timeLimit(ms: number): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(), ms);
  return limit.signal;
}
