import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useOnNewDay, useToday } from '#platform/today.ts';

const BEFORE_MIDNIGHT = new Date(2026, 5, 15, 23, 59, 0);
const AFTER_MIDNIGHT = new Date(2026, 5, 16, 0, 1, 0);

beforeEach(() => {
  vi.useFakeTimers({ now: BEFORE_MIDNIGHT, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('today, on a page that stays open', () => {
  test('is another day from midnight on, of every night', () => {
    const { result } = renderHook(useToday);
    expect(result.current).toBe('2026-06-15');
    act(() => vi.advanceTimersByTime(59_999));
    expect(result.current).toBe('2026-06-15');
    act(() => vi.advanceTimersByTime(1));
    expect(result.current).toBe('2026-06-16');
    act(() => vi.advanceTimersByTime(86_400_000));
    expect(result.current).toBe('2026-06-17');
  });
  test.each(['visibilitychange', 'pageshow', 'focus'])(
    'is asked again at %s, when a sleeping tab had no timer',
    (event) => {
      const { result } = renderHook(useToday);
      vi.setSystemTime(AFTER_MIDNIGHT);
      act(
        () =>
          void (event === 'visibilitychange' ? document : window).dispatchEvent(new Event(event, { bubbles: true })),
      );
      expect(result.current).toBe('2026-06-16');
    },
  );
  test('leaves no timer behind', () => {
    renderHook(useToday).unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('what is to be done on a new day is done once a day, and not at first', () => {
  const run = vi.fn();
  const { rerender } = renderHook(() => useOnNewDay(run));
  rerender();
  expect(run).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(60_000));
  expect(run).toHaveBeenCalledTimes(1);
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(run).toHaveBeenCalledTimes(1);
});
