import { submitThroughOutages } from './support/outages.ts';
import type { Chaos } from './support/report.ts';

/** 120 applications to two nodes. Their database and bucket stop, freeze, fall silent or refuse, 24 times in total. */
const chaos: Chaos = () =>
  submitThroughOutages({ submissions: 120, outages: 24, longestMs: 9000, atOnce: 6, troubled: 0.1, seed: 17 });
export default chaos;
