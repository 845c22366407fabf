import { type BadLink, uploadThrough } from './support/bad-link.ts';
import type { Chaos } from './support/report.ts';

const MB = 1024 * 1024;
const LINKS: Readonly<Record<string, BadLink>> = {
  '60 MB, cut every 3 MB': { bytes: 60 * MB, fault: { kind: 'cut', afterBytes: 3 * MB } },
  '20 MB, cut every 256 KB': { bytes: 20 * MB, fault: { kind: 'cut', afterBytes: 256 * 1024 } },
  '4 MB, a black hole after 1 MB': { bytes: 4 * MB, fault: { kind: 'black-hole', afterBytes: MB }, times: 1 },
};

/** Documents over bad connections, without help from a person. */
const chaos: Chaos = async () => {
  const facts: Record<string, string | number> = {};
  const problems: string[] = [];
  for (const [name, link] of Object.entries(LINKS)) {
    const report = await uploadThrough(link);
    for (const [what, value] of Object.entries(report.facts)) facts[`${name}: ${what}`] = value;
    problems.push(...report.problems.map((problem) => `${name}: ${problem}`));
  }
  return { facts, problems };
};
export default chaos;
