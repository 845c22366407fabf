import fc from 'fast-check';
import type { World } from '../world.ts';
import { anyDraft, draftAt, outside } from './kit.ts';

const HOUR = 3_600_000;
/** The longest time between two checks of the clock by an open page. Milliseconds. */
const NOTICED_WITHIN_MS = 35_000;

/** The device sleeps, and wakes when the person returns. */
export async function sleep({ device, tabs, pass, observe, checkExpired }: World, ms: number): Promise<void> {
  device.time.sleep(ms);
  observe();
  for (const tab of tabs) tab.fire('document', 'visibilitychange');
  await pass(NOTICED_WITHIN_MS);
  checkExpired();
}

/** Sleeps until shortly before or after the end of a draft's 24 hours. */
async function sleepToEnd(world: World, [index, offset]: readonly [number, number]): Promise<void> {
  const known = draftAt(world, index);
  const ms = known ? known.endsFrom + offset - world.device.time.now() : 0;
  if (ms > 0) await sleep(world, ms);
}

export const timeCommands = [
  {
    weight: 2,
    arbitrary: outside('sleep', fc.constantFrom(1, 10, 23, 25, 100), (world, hours) => sleep(world, hours * HOUR)),
  },
  {
    weight: 2,
    arbitrary: outside(
      'sleep to the end',
      fc.tuple(anyDraft, fc.constantFrom(-90_000, -36_000, 1000, 60_000)),
      sleepToEnd,
    ),
  },
  {
    weight: 1,
    arbitrary: outside('deploy', fc.constantFrom('this' as const, 'next' as const), ({ device }, release) => {
      device.deployed.release = release;
      if (release === 'next') device.deployed.latest = release;
    }),
  },
];
