import fc from 'fast-check';
import type { Ledger } from './ledger.ts';
import { FIELDS, type Field } from './page-form.ts';
import type { Program } from './page-program.ts';
import type { Tab } from './tab.ts';
import type { World } from './world.ts';

/** fast-check's model is the ledger, which the world keeps; commands that find nothing to do leave all as it is. */
type Command = fc.AsyncCommand<Ledger, World>;

/** How long the person waits afterwards: not even until everything has come to rest, or so many milliseconds. */
type Pause = { readonly steps: number } | { readonly ms: number };
const pause: fc.Arbitrary<Pause> = fc.oneof(
  fc.constantFrom(...[0, 100, 350, 600, 3500].map((ms) => ({ ms }))),
  fc.nat(20).map((steps) => ({ steps })),
);

async function rest({ device, observe, pass }: World, given: Pause): Promise<void> {
  if ('ms' in given) return pass(given.ms);
  for (let left = given.steps; left > 0 && (await device.time.step()); left -= 1);
  observe();
}

const command = (name: string, run: (world: World) => Promise<void>): Command => ({
  check: () => true,
  run: (_model, world) => run(world),
  toString: () => name,
});

const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items[index % Math.max(1, items.length)];
const liveTabs = ({ tabs }: World): readonly Tab[] => tabs.filter((tab) => tab.page() !== undefined);

/** A command of one tab whose page is loaded and awake. */
function onPage<Given extends readonly unknown[]>(
  name: string,
  run: (world: World, program: Program, tab: Tab, ...given: Given) => void | Promise<void>,
  ...given: { [Index in keyof Given]: fc.Arbitrary<Given[Index]> }
): fc.Arbitrary<Command> {
  const details = fc.tuple(...(given as unknown as fc.Arbitrary<unknown>[])) as unknown as fc.Arbitrary<Given>;
  return fc.tuple(fc.nat(3), pause, details).map(([index, after, values]) =>
    command(
      `${name}(tab ${index}${values.map((value) => `, ${JSON.stringify(value)}`).join('')}; ${JSON.stringify(after)})`,
      async (world) => {
        const tab = pick(liveTabs(world), index);
        const program = tab?.page();
        if (tab && program && !tab.isFrozen()) await run(world, program, tab, ...values);
        await rest(world, after);
      },
    ),
  );
}

/** A command of the world around the pages. */
function outside<Given>(
  name: string,
  given: fc.Arbitrary<Given>,
  run: (world: World, given: Given) => void | Promise<void>,
) {
  return fc.tuple(given, pause).map(([value, after]) =>
    command(`${name}(${JSON.stringify(value)}; ${JSON.stringify(after)})`, async (world) => {
      await run(world, value);
      await rest(world, after);
    }),
  );
}

const anyField: fc.Arbitrary<Field> = fc.constantFrom(...FIELDS);
const anyDraft = fc.nat(5);
const draftAt = ({ ledger }: World, index: number) => pick([...ledger.drafts.values()], index);

const type = onPage(
  'type',
  (world, program, _tab, field: Field) => {
    const known = world.ownedBy(program);
    if (known === undefined) return;
    const text = world.ledger.make(known.id, field, 'text');
    if (!program.type(field, text)) return;
    world.ledger.put(known.answers, field, text);
    known.typedAt = world.device.time.lived();
    world.ledger.touch(known, world.device.time.now());
  },
  anyField,
);

export const draftCommands = [
  { weight: 10, arbitrary: type },
  { weight: 3, arbitrary: onPage('form', (_world, program) => program.show('student-form')) },
  { weight: 1, arbitrary: onPage('home', (_world, program) => program.show('home')) },
  {
    weight: 5,
    arbitrary: onPage(
      'open',
      (world, program, _tab, index: number) => {
        const known = draftAt(world, index);
        if (known) void program.open(known.id).then((opened) => opened && program.show('student-form'));
      },
      anyDraft,
    ),
  },
  {
    weight: 2,
    arbitrary: onPage('create', (_world, program) => void program.create().then(() => program.show('student-form'))),
  },
  { weight: 2, arbitrary: onPage('takeOver', takeOver) },
  { weight: 2, arbitrary: onPage('duplicate', duplicate, anyDraft) },
];

function takeOver({ tabs, ledger }: World, program: Program): void {
  const id = program.draftId();
  const known = id === undefined ? undefined : ledger.drafts.get(id);
  if (known === undefined || !program.getState().application.elsewhere) return;
  const owner = tabs.find((tab) => tab.page()?.draftId() === id && !tab.page()?.getState().application.elsewhere);
  // Who cannot answer in time keeps what it could not save on its screen, and says so.
  const state = owner?.page()?.getState().application.save.state;
  if (owner?.isFrozen() || state === 'failed') known.looseAnswers = true;
  known.looseDocuments = true;
  void program.takeOver();
}

function duplicate(world: World, program: Program, _tab: Tab, index: number): void {
  const known = draftAt(world, index);
  if (known === undefined) return;
  // A full disk is told to the person, who has then no copy.
  void program.duplicate(known.id).then(
    (copy) => copy && world.ledger.know(copy.id, world.device.time.now(), copy.answers),
    () => {},
  );
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
    weight: 2,
    arbitrary: outside('abort', fc.integer({ min: 1, max: 3 }), ({ device }, count) => {
      device.disk.faults.abortNext = count;
    }),
  },
];
