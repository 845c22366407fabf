import type { Chaos } from './support/report.ts';
import { submitThroughChaos } from './support/submissions.ts';

/** 200 applications, 15 % of the outside calls in trouble, and the server killed about every second. */
const chaos: Chaos = () => submitThroughChaos({ submissions: 200, kills: 25, atOnce: 8, troubled: 0.15, seed: 7 });
export default chaos;
