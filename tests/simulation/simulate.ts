import type { Wrap } from '#server/outside.ts';
import { Applicant, QUIET_AFTER_MS } from './support/applicant.ts';
import { Front } from './support/front.ts';
import type { FaultKind, Mix } from './support/mix.ts';
import { Observer } from './support/observer.ts';
import { Outside } from './support/outside.ts';
import { SharedJobs } from './support/shared-jobs.ts';
import { SimDisk } from './support/sim-disk.ts';
import { type Backend, SimLedgers } from './support/sim-ledgers.ts';
import { SimNetwork } from './support/sim-network.ts';
import { SimNode } from './support/sim-node.ts';
import { Staff } from './support/staff.ts';
import { judgeEnd, judgeQuiet } from './support/verdict.ts';
import { beginWeather } from './support/weather.ts';
import { type Violation, World } from './support/world.ts';

export interface Simulated {
  readonly seed: number;
  readonly violation: Violation | undefined;
  readonly virtualMs: number;
  readonly steps: number;
  readonly applications: number;
  readonly injected: ReadonlyMap<FaultKind, number>;
  /** The applications that were held for the staff, and the offers that the records API has twice. */
  readonly held: number;
  readonly doubled: number;
}

export interface SimulationOptions {
  readonly backend: Backend;
  /** Receives a line for every event. */
  readonly tell?: (line: string) => void;
  /** Kinds of faults to leave out, even if the seed chose them: kinds that were added after the seed was found. */
  readonly without?: readonly FaultKind[];
  /** How many milliseconds early the servers' timers fire; 0 by default. */
  readonly timersEarlyMs?: number;
  /** Replaces the seed's choices for the world. */
  readonly mix?: Partial<Mix>;
  /** Wraps the ports of the parts to break one of them. */
  readonly wrap?: Wrap;
}

const HOUR_MS = 3_600_000;
/** After everybody has returned, everything ends within this time. */
const FINISHED_WITHIN_MS = 12 * HOUR_MS;

/** Simulates one world until everything in it has ended, or until a violation. */
export async function simulate(
  seed: number,
  { backend, wrap = (_name, port) => port, ...options }: SimulationOptions,
): Promise<Simulated> {
  const { tell } = options;
  const world = new World(seed, options);
  const { time, mix } = world;
  const isShared = mix.nodes > 1;
  tell?.(`seed ${seed}: ${JSON.stringify(mix)}`);
  const disk = new SimDisk(world, isShared);
  const observer = new Observer(world, (upload) => disk.isSafe(upload));
  const outside = new Outside(world.chance('outside'), observer, mix);
  const network = new SimNetwork(world, outside, observer);
  const after = (ms: number, work: () => void) => time.after(ms, work);
  const jobs = isShared ? new SharedJobs({ monotonic: () => time.now, after }) : undefined;
  const ledgers = new SimLedgers({ world, observer, backend, jobs });
  const around = { world, observer, network, disk, jobs, wrap, ledgers };
  const nodes = Array.from({ length: mix.nodes }, (_none, i) => new SimNode(`node-${i + 1}`, around));
  const staff = new Staff({ world, observer, ledgers, disk });
  const front = new Front({ world, observer, disk, nodes });
  const applicants = Array.from({ length: mix.applicants }, (_none, i) => new Applicant(i, { world, front, observer }));
  const run = (ms: number, isOver = () => false) =>
    time
      .run(time.now + ms, () => world.violation !== undefined || isOver())
      .catch((error: Error) => world.violate(error.message));

  for (const node of nodes) void node.start();
  for (const applicant of applicants) void applicant.live();
  beginWeather({ world, nodes, disk, ledgers, network, staff });
  await run(mix.hours * HOUR_MS);

  world.calmDown();
  disk.isFull = false;
  for (const node of nodes) {
    node.setBy = 0;
    void node.end();
  }
  await run(60_000);
  void staff.allowRemoval();
  await run(QUIET_AFTER_MS - 60_000);
  judgeQuiet(observer);
  const settle = () => {
    void staff.settle();
    time.after(HOUR_MS / 2, settle);
  };
  settle();
  await run(FINISHED_WITHIN_MS, () => applicants.every(({ id, isDone }) => isDone || staff.purged.has(id)));
  judgeEnd(observer, applicants, (id) => staff.purged.has(id));
  await backend.dispose();
  const { violation, injected } = world;
  const { held, doubled } = observer;
  const figures = { virtualMs: time.now, steps: time.steps, applications: applicants.length };
  return { seed, violation, ...figures, injected, held: held.size, doubled };
}
