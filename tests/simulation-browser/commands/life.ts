import fc from 'fast-check';
import type { Program } from '../page-program.ts';
import type { Tab } from '../tab.ts';
import type { World } from '../world.ts';
import { typeInto } from './drafts.ts';
import { liveTabs, onPage, outside, pick } from './kit.ts';

/**
 * A page goes into the back/forward cache, another tab edits its draft; then the page is shown again, and the person
 * types.
 */
async function changeMeanwhile(
  world: World,
  program: Program,
  tab: Tab,
  [ms, isClosed, pauseMs]: readonly [number, boolean, number],
): Promise<void> {
  const id = world.ownedBy(program)?.id;
  if (id === undefined) return;
  await world.goAway(tab, () => world.device.time.pass(ms));
  const other = world.tabs.find((one) => one !== tab && one.page() !== undefined && !one.isFrozen()) ?? world.open();
  await world.pass(500);
  void other.page()?.open(id);
  await world.pass(500);
  other.page()?.show('student-form');
  await world.pass(500);
  for (const field of ['email', 'firstName'] as const) {
    const page = other.page();
    if (page?.draftId() === id) typeInto(world, page, field);
    await world.pass(1000);
  }
  if (isClosed) await world.end(other, 'left');
  world.comeBack(tab);
  await world.device.time.pass(pauseMs);
  if (tab.page() === program) typeInto(world, program, 'passportNumber');
}

export const lifeCommands = [
  {
    weight: 4,
    arbitrary: onPage('reload', async (world, _program, tab) => {
      await world.end(tab, 'left');
      tab.load();
    }),
  },
  {
    weight: 3,
    arbitrary: onPage('kill', async (world, _program, tab) => {
      await world.end(tab, 'killed');
      tab.load();
    }),
  },
  { weight: 1, arbitrary: onPage('close', (world, _program, tab) => world.end(tab, 'left')) },
  {
    weight: 2,
    arbitrary: onPage(
      'go away',
      (world, _program, tab, steps: number) =>
        world.goAway(tab, async () => {
          for (let left = steps; left > 0 && (await world.device.time.step()); left -= 1);
        }),
      fc.constantFrom(0, 3, 30, 300),
    ),
  },
  {
    weight: 1,
    arbitrary: onPage(
      'change meanwhile',
      changeMeanwhile,
      fc.tuple(fc.constantFrom(0, 1, 1000), fc.boolean(), fc.constantFrom(0, 10, 500)),
    ),
  },
  {
    weight: 3,
    arbitrary: outside('come back', fc.nat(3), ({ tabs, comeBack }, index) => {
      const tab = pick(
        tabs.filter((one) => one.isAway()),
        index,
      );
      if (tab) comeBack(tab);
    }),
  },
  {
    weight: 2,
    arbitrary: outside('tab', fc.boolean(), (world, isCopy) => {
      if (liveTabs(world).length < 3) world.open(isCopy ? liveTabs(world)[0]?.session : undefined);
    }),
  },
  { weight: 2, arbitrary: onPage('hide', (_world, _program, tab) => tab.setVisible('hidden')) },
  { weight: 1, arbitrary: onPage('see', (_world, _program, tab) => tab.setVisible('visible')) },
  {
    weight: 1,
    arbitrary: outside('freeze', fc.tuple(fc.nat(3), fc.boolean()), (world, [index, isFrozen]) =>
      pick(liveTabs(world), index)?.freeze(isFrozen),
    ),
  },
  { weight: 3, arbitrary: outside('wait', fc.constantFrom(1000, 5000, 31_000, 65_000), ({ pass }, ms) => pass(ms)) },
  {
    weight: 2,
    arbitrary: outside(
      'disk',
      fc.constantFrom('no' as const, 'nearly' as const, 'wholly' as const),
      ({ device }, full) => {
        device.disk.faults.full = full;
      },
    ),
  },
  {
    weight: 1,
    arbitrary: outside('localStorage full', fc.boolean(), ({ device }, isFull) => {
      device.disk.faults.localFull = isFull;
    }),
  },
  {
    weight: 1,
    arbitrary: outside('deletions refused', fc.boolean(), ({ device }, areRefused) => {
      device.disk.faults.refusesDeletes = areRefused;
    }),
  },
  {
    weight: 2,
    arbitrary: outside('abort', fc.integer({ min: 1, max: 3 }), ({ device }, count) => {
      device.disk.faults.abortNext = count;
    }),
  },
];
