import { expect, test } from 'vitest';
import { VirtualTime } from './support/virtual-time.ts';

/** So late that a billionth of a millisecond more is the same number. */
const LATE = 8_389_368.445480518;

// In the world of a seed a twin waited for the rest of ten seconds, and what was left of it changed no number any more.
test('time that is waited for passes, however short it is: no wait repeats at the same moment for ever', async () => {
  const time = new VirtualTime();
  await time.run(LATE, () => false);
  const moments: number[] = [];
  time.after(1e-10, () => moments.push(time.now));
  time.after(0, () => moments.push(time.now));
  await time.run(LATE + 10, () => false);
  expect(moments).toEqual([LATE, LATE + 1]);
});

test('a world in which something happens at one moment without an end is given up with an error', async () => {
  const time = new VirtualTime();
  const again = () => void time.after(0, again);
  again();
  await expect(time.run(1000, () => false)).rejects.toThrow('time does not go on');
});
