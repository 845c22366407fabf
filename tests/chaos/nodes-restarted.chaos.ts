import { submitToDyingNode } from './support/dying-node.ts';
import type { Chaos } from './support/report.ts';

/** 120 applications to two nodes. One node is killed 12 times, and PostgreSQL restarts every few seconds. */
const chaos: Chaos = () =>
  submitToDyingNode({ submissions: 120, kills: 12, atOnce: 6, troubled: 0.1, seed: 13, databaseStandsMs: 4000 });
export default chaos;
