import type { Chaos } from './support/report.ts';
import { submitThroughChaos } from './support/submissions.ts';

/** Like `submissions`, with the published records API: a repeat makes a second record, so offers are held. */
const chaos: Chaos = () =>
  submitThroughChaos({ submissions: 200, kills: 25, atOnce: 8, troubled: 0.15, seed: 19, records: 'published' });
export default chaos;
