const PROBE_PATH = '/healthz';
const PROBE_TIMEOUT_MS = 5000;
/** While all is well. */
const STEADY_MS = 30_000;
const FIRST_RETRY_MS = 1000;

export interface Connection {
  /** Asks the server now; the outcome comes through `onChange`, too. */
  probe(): Promise<boolean>;
  stop(): void;
}

/**
 * Watches whether our server answers, which is not the browser's idea of being online: a café's Wi-Fi that leads
 * nowhere counts as no connection. The browser's events and the return to the page are hints to ask at once.
 */
export function watchConnection(onChange: (online: boolean) => void): Connection {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let stopped = false;
  const probe = async () => {
    clearTimeout(timer);
    const online = await serverAnswers();
    if (stopped) return online;
    failures = online ? 0 : failures + 1;
    onChange(online);
    clearTimeout(timer);
    timer = setTimeout(probe, online ? STEADY_MS : Math.min(STEADY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));
    return online;
  };
  const hint = () => void probe();
  const lost = () => {
    onChange(false);
    hint();
  };
  const seen = () => {
    if (document.visibilityState === 'visible') hint();
  };
  window.addEventListener('online', hint);
  window.addEventListener('offline', lost);
  document.addEventListener('visibilitychange', seen);
  hint();
  return {
    probe,
    stop() {
      stopped = true;
      clearTimeout(timer);
      window.removeEventListener('online', hint);
      window.removeEventListener('offline', lost);
      document.removeEventListener('visibilitychange', seen);
    },
  };
}

/** Whether our server answers at all. Never rejects. */
export async function serverAnswers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const answer = await fetch(PROBE_PATH, { cache: 'no-store', signal });
    // Unread, it would hold one of the few connections until the time is over, which then ends that connection.
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
