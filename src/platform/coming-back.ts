type Listening = Pick<AddEventListenerOptions, 'signal'>;

/**
 * Runs something each time the browser shows this page again after it had kept it whole while another one was open
 * (back/forward cache). Nothing ran here meanwhile: timers stood still, and no other tab was heard.
 */
export function whenBroughtBack(run: () => void, options: Listening = {}): void {
  window.addEventListener('pageshow', ({ persisted }) => persisted && run(), options);
}

/**
 * Runs something each time the page goes out of sight, which may be its end. A page that comes back into sight has let go
 * of what it had, and must not write that before it has looked at what other tabs did meanwhile.
 */
export function whenLeft(run: () => void, options: Listening = {}): void {
  window.addEventListener('pagehide', run, options);
  window.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && run(), options);
}

/**
 * Runs something each time somebody looks at the page again, in whatever way it was out of sight. Some versions of Safari
 * tell of the one way only by `visibilitychange`, and of the other only by `pageshow`.
 */
export function whenSeenAgain(run: () => void, options: Listening = {}): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && run(), options);
  whenBroughtBack(run, options);
}
