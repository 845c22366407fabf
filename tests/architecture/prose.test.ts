import { expect, test } from 'vitest';
import { HABITS, tooFrequent } from '../../build/check-prose.ts';

test('a phrase that occurs more often than its limit is named with what to write', () => {
  const habits = [{ phrase: 'goes on', limit: 1, instead: 'continues' }];
  expect(tooFrequent(['It goes on.', 'bongoes one'], habits)).toEqual([]);
  expect(tooFrequent(['It goes on.', 'Goes on, goes on.'], habits)).toEqual([
    '"goes on": 3 times, at most 1. Write: continues.',
  ]);
});

test('the limits say what to write, once for each phrase', () => {
  expect(new Set(HABITS.map(({ phrase }) => phrase)).size).toBe(HABITS.length);
  for (const { instead } of HABITS) expect(instead).not.toBe('');
});
