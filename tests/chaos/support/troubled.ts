import { seeded } from '#mocks/core/random.ts';
import type { Mocks } from '#mocks/server.ts';

const SERVICES = [
  'token',
  'validate',
  'offers',
  'student-workflow',
  'agent-workflow',
  'file-workflow',
  'student-flow',
  'agent-flow',
] as const;

/** Errors, resets before the work, and lost or replaced replies after it. */
const TROUBLES = ['failing', 'cut-before', 'cut-after', 'half-answer', 'fails-after'] as const;
const OF_GATEWAYS = [500, 502, 504] as const;

/** Makes that share of each service's next calls fail; the same ones for the same seed. */
export function trouble(mocks: Mocks, share: number, calls: number, seed: number): void {
  for (const service of SERVICES) {
    const random = seeded(seed, `trouble ${service}`);
    for (let i = 0; i < calls; i += 1) {
      const scenario = random.next() < share ? random.pick(TROUBLES) : 'accepts';
      const status = scenario === 'fails-after' ? { status: random.pick(OF_GATEWAYS) } : {};
      mocks.setScenario({ service, scenario, times: 1, ...status });
    }
  }
}
