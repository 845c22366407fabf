import { submitToDyingNode } from './support/dying-node.ts';
import type { Chaos } from './support/report.ts';

/** 120 applications to two nodes, one of which is killed 12 times during the work. */
const chaos: Chaos = () => submitToDyingNode({ submissions: 120, kills: 12, atOnce: 6, troubled: 0.1, seed: 11 });
export default chaos;
