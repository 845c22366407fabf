import fc from 'fast-check';
import type { Known, Ledger } from '../ledger.ts';
import type { Program } from '../page-program.ts';
import type { Tab } from '../tab.ts';
import type { World } from '../world.ts';

/** fast-check's model is the ledger, which the world keeps; a command with nothing to do changes nothing. */
export type Command = fc.AsyncCommand<Ledger, World>;

/** How long the person waits afterwards: a number of tasks, or of milliseconds. */
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

export const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items[index % Math.max(1, items.length)];
export const liveTabs = ({ tabs }: World): readonly Tab[] => tabs.filter((tab) => tab.page() !== undefined);

/** A command of one tab with a loaded, active page. */
export function onPage<Given extends readonly unknown[]>(
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

/** A command that acts on the world around the pages. */
export function outside<Given>(
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

/** The index of any draft that ever existed. */
export const anyDraft = fc.nat(5);
export const draftAt = ({ ledger }: World, index: number): Known | undefined =>
  pick([...ledger.drafts.values()], index);
