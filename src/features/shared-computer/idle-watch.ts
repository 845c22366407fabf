import { whenSeenAgain } from '#platform/page-lifecycle.ts';

/** A shared computer locks automatically after this time without a key, a pointer or a touch in any tab. */
const LOCK_AFTER_MS = 10 * 60_000;
/** The warning comes this long before. */
const WARNING_MS = 60_000;
/** After sleep, a device shows the old screen for at most this long. */
const CHECK_EVERY_MS = 1000;
/** Other tabs are notified of activity at most this often. */
const NOTIFY_EVERY_MS = 5000;
const CHANNEL = 'shared-computer-touched';
const ACTIVITY_EVENTS = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'] as const;

/** `wall` runs during sleep but can be set; `steady` cannot be set. */
interface Moment {
  readonly wall: number;
  readonly steady: number;
}

const momentNow = (): Moment => ({ wall: Date.now(), steady: performance.now() });

/** The longer time of the two clocks, in milliseconds: neither sleep nor a clock set back keeps the computer unlocked. */
const between = (from: Moment, to: Moment): number => Math.max(to.wall - from.wall, to.steady - from.steady);

interface IdleEvents {
  /** The last minute begins. */
  readonly onLastMinute: () => void;
  /** Activity during the last minute. */
  readonly onBack: () => void;
  /** The time is over. Called once. */
  readonly onOver: () => void;
}

/** Watches for activity; returns a function that stops it. */
export function watchIdle({ onLastMinute, onBack, onOver }: IdleEvents): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  let lastActivity = momentNow();
  let lastNotified = lastActivity;
  let isLastMinute = false;

  /** Returns false if the time is over. */
  const look = (): boolean => {
    const idle = between(lastActivity, momentNow());
    if (idle >= LOCK_AFTER_MS) {
      ending.abort();
      onOver();
      return false;
    }
    if (!isLastMinute && idle >= LOCK_AFTER_MS - WARNING_MS) {
      isLastMinute = true;
      onLastMinute();
    }
    return true;
  };
  const note = (now: Moment) => {
    lastActivity = now;
    if (!isLastMinute) return;
    isLastMinute = false;
    onBack();
  };
  // A key after the time is over must not keep the computer unlocked.
  const touch = () => {
    if (signal.aborted || !look()) return;
    const now = momentNow();
    note(now);
    if (between(lastNotified, now) < NOTIFY_EVERY_MS) return;
    lastNotified = now;
    others?.postMessage(null);
  };
  for (const event of ACTIVITY_EVENTS) window.addEventListener(event, touch, { capture: true, passive: true, signal });
  others?.addEventListener('message', () => look() && note(momentNow()), { signal });
  whenSeenAgain(look, { signal });
  document.addEventListener('resume', look, { signal });
  const timer = setInterval(look, CHECK_EVERY_MS);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    others?.close();
  });
  return () => ending.abort();
}
