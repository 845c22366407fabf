import { whenSeenAgain } from '#platform/coming-back.ts';

/** A shared computer locks by itself after so long without a key, a pointer or a touch in any of its tabs. */
const LOCK_AFTER_MS = 10 * 60_000;
/** So long before, it says so. */
const WARNED_BEFORE_MS = 60_000;
/** Also the longest that a device which has slept shows what it showed before. */
const LOOK_EVERY_MS = 1000;
/** Other tabs hear no more often that somebody is here. */
const TELL_EVERY_MS = 5000;
const CHANNEL = 'shared-computer-touched';
const TOUCHES = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'] as const;

/** By the clock that can be set and runs on while the device sleeps, and by the one that cannot be set. */
interface Moment {
  readonly wall: number;
  readonly steady: number;
}

const momentNow = (): Moment => ({ wall: Date.now(), steady: performance.now() });

/** Milliseconds between two moments by the clock that says more: neither a sleep nor a clock set back keeps it open. */
const between = (from: Moment, to: Moment): number => Math.max(to.wall - from.wall, to.steady - from.steady);

interface IdleEvents {
  /** The last minute begins. */
  readonly onLastMinute: () => void;
  /** Somebody is here after all. */
  readonly onBack: () => void;
  /** The time is over; called once, and the watch ends. */
  readonly onOver: () => void;
}

/** Watches whether somebody is here; returns what ends it. */
export function watchIdle({ onLastMinute, onBack, onOver }: IdleEvents): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  let touched = momentNow();
  let told = touched;
  let isLastMinute = false;

  /** Whether the time is not over yet. */
  const look = (): boolean => {
    const idle = between(touched, momentNow());
    if (idle >= LOCK_AFTER_MS) {
      ending.abort();
      onOver();
      return false;
    }
    if (!isLastMinute && idle >= LOCK_AFTER_MS - WARNED_BEFORE_MS) {
      isLastMinute = true;
      onLastMinute();
    }
    return true;
  };
  const note = (now: Moment) => {
    touched = now;
    if (!isLastMinute) return;
    isLastMinute = false;
    onBack();
  };
  // Whoever comes after the time is over finds it locked: their key is not what keeps it open.
  const touch = () => {
    if (signal.aborted || !look()) return;
    const now = momentNow();
    note(now);
    if (between(told, now) < TELL_EVERY_MS) return;
    told = now;
    others?.postMessage(null);
  };
  for (const event of TOUCHES) window.addEventListener(event, touch, { capture: true, passive: true, signal });
  others?.addEventListener('message', () => look() && note(momentNow()), { signal });
  whenSeenAgain(look, { signal });
  document.addEventListener('resume', look, { signal });
  const timer = setInterval(look, LOOK_EVERY_MS);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    others?.close();
  });
  return () => ending.abort();
}
