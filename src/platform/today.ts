import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { localDate } from '#domain/form/calendar.ts';

/** Timers are late if the device slept or its clock was set, so the date is read again when the page is shown. */
const SEEN_AGAIN = ['visibilitychange', 'pageshow', 'focus'] as const;

/**
 * Calls `notify` when the visitor's date changes, or may have changed: at midnight, and each time the page is shown
 * again. Returns a function that ends this.
 */
function hearMidnight(notify: () => void): () => void {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    const now = new Date();
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    timer = setTimeout(look, midnight.getTime() - now.getTime());
  };
  const look = () => {
    clearTimeout(timer);
    notify();
    wait();
  };
  wait();
  for (const event of SEEN_AGAIN) window.addEventListener(event, look, { signal: ending.signal, capture: true });
  return () => {
    ending.abort();
    clearTimeout(timer);
  };
}

const dateNow = (): string => localDate(new Date());

/** The visitor's date, yyyy-MM-dd. Components render again on another day. Validation asks the clock itself. */
export const useToday = (): string => useSyncExternalStore(hearMidnight, dateNow, dateNow);

/** Runs something after the date has changed while the page is open, not at first. */
export function useOnNewDay(run: () => void): void {
  const today = useToday();
  const last = useRef(today);
  const dayChanged = useEffectEvent(run);
  useEffect(() => {
    if (last.current === today) return;
    last.current = today;
    dayChanged();
  }, [today]);
}
