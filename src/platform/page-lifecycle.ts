type Listening = Pick<AddEventListenerOptions, 'signal'>;

/**
 * Runs something each time the browser shows this page again from the back/forward cache. While a page is in the cache,
 * timers stop and it receives no messages from other tabs.
 */
export function whenBroughtBack(run: () => void, options: Listening = {}): void {
  window.addEventListener('pageshow', ({ persisted }) => persisted && run(), options);
}

/**
 * Runs something each time the page is hidden, which may be its end. A page that is shown again has released what it
 * had, and must read what other tabs have changed before it writes.
 */
export function whenLeft(run: () => void, options: Listening = {}): void {
  window.addEventListener('pagehide', run, options);
  window.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && run(), options);
}

/**
 * Runs something each time the page becomes visible again, for any reason. Some versions of Safari announce one case
 * only by `visibilitychange`, and the other only by `pageshow`.
 */
export function whenSeenAgain(run: () => void, options: Listening = {}): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && run(), options);
  whenBroughtBack(run, options);
}
