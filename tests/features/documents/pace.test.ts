import { expect, test } from 'vitest';
import { makePace, paceWords } from '#features/documents/transfers.ts';

const MB = 1024 * 1024;

test.each([
  [12 * MB, 0.1 * MB, 'About 2 minutes left'],
  [6 * MB, 0.1 * MB, 'About 1 minute left'],
  [3 * MB, 0.1 * MB, 'Less than a minute left'],
  [0.5 * MB, 0.1 * MB, undefined],
  [3 * MB, 10 * 1024, 'Slow connection, about 5 minutes left'],
  [90 * MB, 1024, 'Slow connection'],
  [90 * MB, undefined, undefined],
])('%d bytes to go at %s bytes a second: %s', (left, pace, words) => {
  expect(paceWords(left, pace)).toBe(words);
});

test('the pace settles on what is measured', () => {
  let now = 0;
  const pace = makePace(() => now);
  expect(pace(0)).toBeUndefined();
  now = 1000;
  expect(pace(1000)).toBe(1000);
  now = 2000;
  expect(pace(3000)).toBe(1300);
});
