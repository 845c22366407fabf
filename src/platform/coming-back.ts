type Listening = Pick<AddEventListenerOptions, 'signal'>;

/**
 * Runs something each time the browser shows this page again after it had kept it whole while another one was open
 * (back/forward cache). Until then nothing ran here: timers stopped, and messages of other tabs did not arrive.
 */
export function whenBroughtBack(run: () => void, options: Listening = {}): void {
  window.addEventListener('pageshow', ({ persisted }) => persisted && run(), options);
}

/**
 * Runs something each time the page goes out of sight, which may be its end. A page that comes back into sight has let go
 * of what it had, and must not write that before it has read what other tabs have changed.
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
