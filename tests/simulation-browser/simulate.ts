import fc from 'fast-check';
import { draftCommands, keepingCommands } from './commands/drafts.ts';
import { lifeCommands } from './commands/life.ts';
import { sendingCommands } from './commands/sending.ts';
import { timeCommands } from './commands/time.ts';
import type { Programs } from './device.ts';
import { PAGE_ENDED } from './disk.ts';
import { checkEnd } from './final-checks.ts';
import { createWorld } from './world.ts';

export interface SimulationOptions {
  readonly runs: number;
  readonly seed?: number;
  /** fast-check's path to one run and to its shrunk form. */
  readonly path?: string;
  readonly replayPath?: string;
  readonly maxCommands?: number;
  /** Only typing, tabs and disks: nothing is confirmed, no clock is wrong and no release follows. */
  readonly draftsOnly?: boolean;
}

/** What a simulation did; times in milliseconds. */
export interface SimulationTotals {
  runs: number;
  commands: number;
  lived: number;
  steps: number;
  /** How many commands of each kind ran. */
  readonly kinds: Map<string, number>;
}

/**
 * Simulates people who do anything with the page, on a faulty device and connection. Checks every promise after each
 * command and at the end. Throws with the shortest counterexample, and with the seed and path that repeat it.
 */
export async function simulate(programs: Programs, options: SimulationOptions): Promise<SimulationTotals> {
  const { runs, seed, path, replayPath, maxCommands = 40, draftsOnly = false } = options;
  const totals: SimulationTotals = { runs: 0, commands: 0, lived: 0, steps: 0, kinds: new Map() };
  const all = fc.oneof(
    ...draftCommands,
    ...lifeCommands,
    ...(draftsOnly ? [] : [...keepingCommands, ...sendingCommands, ...timeCommands]),
  );
  const commands = fc.commands([all], { maxCommands, size: 'max', ...(replayPath !== undefined && { replayPath }) });
  const property = fc.asyncProperty(fc.nat(1_000_000), commands, async (schedule, given) => {
    const world = createWorld(programs, schedule);
    const setup = async () => {
      const tab = world.open();
      await world.pass(100);
      tab.page()?.show('student-form');
      await world.pass(100);
      return { model: world.ledger, real: world };
    };
    await fc.asyncModelRun(setup, given);
    await checkEnd(world);
    totals.runs += 1;
    for (const command of given) {
      const [kind = ''] = command.toString().split('(');
      totals.commands += 1;
      totals.kinds.set(kind, (totals.kinds.get(kind) ?? 0) + 1);
    }
    totals.lived += world.device.time.lived();
    totals.steps += world.device.time.steps();
  });
  process.on('unhandledRejection', ignoreEndedPages);
  try {
    await fc.assert(property, {
      numRuns: runs,
      ...(seed !== undefined && { seed }),
      ...(path !== undefined && { path }),
    });
  } finally {
    process.off('unhandledRejection', ignoreEndedPages);
  }
  return totals;
}

function ignoreEndedPages(reason: unknown): void {
  if (!(reason instanceof Object && 'name' in reason && reason.name === PAGE_ENDED)) throw reason;
}
