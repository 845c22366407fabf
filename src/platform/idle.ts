/** Long enough for any landing page; then the work is done even if the page is never idle. */
const LATEST_MS = 10_000;

/** Runs what nobody waits for: after the page has loaded, and when the browser has nothing else to do. */
export function whenIdle(run: () => void): void {
  const later = () => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: LATEST_MS });
    else setTimeout(run, 1000);
  };
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}
