import fc from 'fast-check';
import { liveTabs, onPage, outside, pick } from './kit.ts';

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
