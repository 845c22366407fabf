import type { FaultKind } from './mix.ts';
import type { SimDisk } from './sim-disk.ts';
import type { SimLedgers } from './sim-ledgers.ts';
import type { SimNetwork } from './sim-network.ts';
import type { SimNode } from './sim-node.ts';
import type { Staff } from './staff.ts';
import type { World } from './world.ts';

interface Sky {
  readonly world: World;
  readonly nodes: readonly SimNode[];
  readonly disk: SimDisk;
  readonly ledgers: SimLedgers;
  readonly network: SimNetwork;
  readonly staff: Staff;
}

const HOUR_MS = 3_600_000;
const SERVICES = ['/records', '/student-workflow', '/agent-workflow', '/file-workflow', '/student-flow', '/agent-flow'];

/** The events of the world, each by its kind; each ends automatically, or with the faults. */
const EVENTS: Readonly<Partial<Record<FaultKind, (sky: Sky) => void>>> = {
  'power cut': ({ world, nodes, disk }) => {
    // Each of several nodes that share a bucket loses power separately, and has nothing to lose.
    const random = world.chance('power cut');
    for (const node of nodes.length > 1 ? [random.pick(nodes)] : nodes) node.running?.process.kill('loses its power');
    disk.cutPower();
  },
  'process frozen': ({ world, nodes }) => {
    const random = world.chance('process frozen');
    random.pick(nodes).running?.process.freeze(random.int(1000, 90_000));
  },
  'server ended and started': ({ world, nodes }) => void world.chance('ends').pick(nodes).end(),
  'clock set': ({ world, nodes }) => {
    const random = world.chance('clock set');
    const node = random.pick(nodes);
    node.setBy = random.pick([0, -3, 3, -24 * 40, 24 * 40, 0.5]) * HOUR_MS * (0.5 + random.next());
    world.tell(node.name, `its clock is set to ${new Date(world.trueTime + node.setBy).toISOString()}`);
  },
  'database away': ({ world, ledgers }) => {
    ledgers.isAway = true;
    lasting(world, 'database away', () => {
      ledgers.isAway = false;
    });
  },
  'disk full': ({ world, disk }) => {
    disk.isFull = true;
    lasting(world, 'disk full', () => {
      disk.isFull = false;
    });
  },
  'outside away': ({ world, network }) => {
    const service = world.chance('outside away').pick(SERVICES);
    network.away.add(service);
    lasting(world, 'outside away', () => void network.away.delete(service));
  },
  'document lost': ({ disk }) => disk.spoil('document lost'),
  'document damaged': ({ disk }) => disk.spoil('document damaged'),
  'staff purge': ({ staff }) => void staff.look(),
  'staff retry': ({ staff }) => void staff.look(),
};

/** A fault that ends after a while, between seconds and much of the whole time. */
function lasting(world: World, kind: FaultKind, end: () => void): void {
  const random = world.chance(kind);
  const longest = Math.min(world.mix.hours * HOUR_MS * 0.3, 30 * HOUR_MS);
  world.tell('world', `${kind} begins`);
  world.time.after(random.next() ** 3 * longest, () => {
    world.tell('world', `${kind} ends`);
    end();
  });
}

const LOOKED_AT_BY_THEMSELVES = new Set<FaultKind>(['staff purge', 'staff retry', 'document lost', 'document damaged']);

/** Starts the events of the world's mix, until the faults end. */
export function beginWeather(sky: Sky): void {
  const { world } = sky;
  for (const [name, event] of Object.entries(EVENTS)) {
    const kind = name as FaultKind;
    const rate = world.mix.rates[kind];
    if (rate === undefined || event === undefined) continue;
    const random = world.chance(`${kind} comes`);
    const often = Math.ceil(rate * 20);
    const again = () => {
      world.time.after((random.next() * 2 * world.mix.hours * HOUR_MS) / often, () => {
        if (world.isCalm) return;
        if (!LOOKED_AT_BY_THEMSELVES.has(kind)) {
          world.inject(kind);
          world.tell('world', kind);
        }
        event(sky);
        again();
      });
    };
    again();
  }
}
