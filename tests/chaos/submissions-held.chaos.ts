import type { Chaos } from './support/report.ts';
import { submitThroughChaos } from './support/submissions.ts';

/** As `submissions`, at the records API as it is published: a repeat makes a second record, so that offers are held. */
const chaos: Chaos = () =>
  submitThroughChaos({ submissions: 200, kills: 25, atOnce: 8, troubled: 0.15, seed: 19, records: 'published' });
export default chaos;
