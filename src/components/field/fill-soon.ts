/** The page may be busy for long; the choices do not wait for its end. */
const LATEST_MS = 200;
/** Whoever opens a select, or goes to it by keyboard, does one of these first. */
const COMING = ['pointerdown', 'focus'] as const;

/** Fills a select when the browser has a moment, and at once when somebody comes to it. Returns what calls it off. */
export function fillSoon(select: HTMLSelectElement, fill: () => void): () => void {
  const ending = new AbortController();
  const now = () => {
    if (ending.signal.aborted) return;
    ending.abort();
    fill();
  };
  for (const event of COMING) select.addEventListener(event, now, { signal: ending.signal });
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(now, { timeout: LATEST_MS });
  else setTimeout(now, LATEST_MS);
  return () => ending.abort();
}
