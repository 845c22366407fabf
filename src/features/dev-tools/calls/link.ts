/** How the page's calls are made to fare: 'offline' gets no answer, 'slow' waits before each call. */
export type LinkState = 'normal' | 'slow' | 'offline';

export const SLOW_CALL_MS = 3000;

/** A connection that can be spoilt for a demonstration. */
export interface Link {
  state(): LinkState;
  set(state: LinkState): void;
  /** Resolves when a call may go out. Rejects as `fetch` does when there is no connection. */
  pass(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/** @param slowMs milliseconds that a call waits on a slow link */
export function createLink(slowMs = SLOW_CALL_MS): Link {
  let state: LinkState = 'normal';
  const listeners = new Set<() => void>();
  const notCutOff = () => {
    if (state === 'offline') throw new TypeError('Failed to fetch (developer tools: offline)');
  };
  return {
    state: () => state,
    set(next) {
      state = next;
      for (const listener of listeners) listener();
    },
    async pass() {
      notCutOff();
      if (state === 'normal') return;
      await new Promise((resolve) => setTimeout(resolve, slowMs));
      notCutOff();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
