import { expect, test } from 'vitest';
import { VirtualTime } from './support/virtual-time.ts';

/** So late that adding a billionth of a millisecond gives the same number. */
const LATE = 8_389_368.445480518;

// In one seed's world, a simulated part waited for the rest of ten seconds, and the rest was too small to change the
// time.
test('a wait always ends, however short: none repeats at the same moment for ever', async () => {
  const time = new VirtualTime();
  await time.run(LATE, () => false);
  const moments: number[] = [];
  time.after(1e-10, () => moments.push(time.now));
  time.after(0, () => moments.push(time.now));
  await time.run(LATE + 10, () => false);
  expect(moments).toEqual([LATE, LATE + 1]);
});

test('a world with endless events at one moment ends with an error', async () => {
  const time = new VirtualTime();
  const again = () => void time.after(0, again);
  again();
  await expect(time.run(1000, () => false)).rejects.toThrow('time does not advance');
});
