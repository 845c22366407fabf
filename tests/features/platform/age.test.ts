// @vitest-environment node
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ageOf, possibleTime, renewedTime, watchClock } from '#platform/age.ts';

const NOW = Date.UTC(2026, 4, 17, 4, 3);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a time that was written down', () => {
  test.each([
    ['an hour ago', NOW - HOUR, HOUR],
    ['this moment', NOW, 0],
    ['a little ahead, as of a clock that was corrected', NOW + 4 * MINUTE, 0],
    ['in 2036', Date.UTC(2036, 0, 1), 0],
    ['an hour ahead', NOW + HOUR, 0],
    ['in 2020, before there was this program', Date.UTC(2020, 0, 1), 0],
    ['in 1970', 0, 0],
  ])('%s: its age', (_when, at, age) => {
    expect(ageOf(at, NOW)).toBe(age);
  });

  test('stands where it can be, and is now where it cannot', () => {
    const times = [NOW - HOUR, NOW + 4 * MINUTE, NOW + HOUR, Date.UTC(2020, 0, 1)];
    expect(times.map((at) => possibleTime(at, NOW))).toEqual([NOW - HOUR, NOW + 4 * MINUTE, NOW, NOW]);
  });

  test('counts from then while the clock still stands where it stood', () => {
    const wrong = Date.UTC(2020, 0, 1);
    expect(ageOf(wrong, wrong + DAY)).toBe(DAY);
  });
});

describe('once the clock was set an hour ago, a time that was written down', () => {
  const setAt = NOW - HOUR;
  test.each([
    ['before that', setAt - DAY, setAt],
    ['before a clock was set back, so that it lies ahead', NOW + DAY, setAt],
    ['by a release that wrote none', undefined, setAt],
    ['since then', setAt + MINUTE, setAt + MINUTE],
  ])('%s', (_when, at, renewed) => {
    expect(renewedTime(at, setAt, NOW)).toBe(renewed);
  });
});

describe('a clock that is watched', () => {
  afterEach(() => vi.useRealTimers());

  test.each([
    ['goes on', DAY, DAY, false],
    ['is corrected by a minute', HOUR - MINUTE, HOUR, false],
    ['goes on while the device sleeps for three days', 3 * DAY, MINUTE, false],
    ['is set forward by ten years', 3650 * DAY, MINUTE, true],
    ['is set back by an hour', -HOUR, MINUTE, true],
    ['is set back by six years', -2190 * DAY, MINUTE, true],
  ])('%s', (_how, clock, lived, wasSet) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW });
    const watch = watchClock();
    vi.advanceTimersByTime(lived);
    vi.setSystemTime(NOW + clock);
    expect(watch.wasSet()).toBe(wasSet);
    // From then on it goes from there.
    vi.advanceTimersByTime(HOUR);
    expect(watch.wasSet()).toBe(false);
  });
});
