/** A visible page paints within this time even on a slow machine. A page that never paints continues after it. */
const LONGEST_MS = 1000;

/**
 * Resolves once the browser has shown what was rendered. A hidden page is not painted: there it resolves in the next
 * task, also if the page is hidden during the wait.
 */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') {
      setTimeout(resolve);
      return;
    }
    const done = () => {
      document.removeEventListener('visibilitychange', done);
      clearTimeout(late);
      resolve();
    };
    const late = setTimeout(done, LONGEST_MS);
    document.addEventListener('visibilitychange', done);
    // A frame's callbacks run before it is painted; a separate task runs after that.
    requestAnimationFrame(() => setTimeout(done));
  });
}

/** Long enough for any landing page. After this time the work is done even if the page is never idle. */
const LATEST_MS = 10_000;

/** Runs work that can wait: after the page has loaded, and when the browser has nothing else to do. */
export function whenIdle(run: () => void): void {
  const later = () => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: LATEST_MS });
    else setTimeout(run, 1000);
  };
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}
