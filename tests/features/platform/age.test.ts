// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { ageOf, possibleTime } from '#platform/age.ts';

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

  test('stays if it is possible, and is now if it is not', () => {
    const times = [NOW - HOUR, NOW + 4 * MINUTE, NOW + HOUR, Date.UTC(2020, 0, 1)];
    expect(times.map((at) => possibleTime(at, NOW))).toEqual([NOW - HOUR, NOW + 4 * MINUTE, NOW, NOW]);
  });

  test('counts from then while the clock has not moved', () => {
    const wrong = Date.UTC(2020, 0, 1);
    expect(ageOf(wrong, wrong + DAY)).toBe(DAY);
  });
});
