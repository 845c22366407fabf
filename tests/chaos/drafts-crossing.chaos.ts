import { DESKTOP, launchBrowser } from '../browser/support/browser.ts';
import { switchAmong } from '../browser/support/crossing.ts';
import { startProduct } from '../support/product.ts';
import type { Chaos } from './support/report.ts';

/**
 * Ten drafts in a real browser, 200 random switches with edits and files of the same name: no content moves to another
 * draft. One run is for a direct applicant, one for an agent with the switcher and its keys.
 */
const chaos: Chaos = async () => {
  await using product = await startProduct();
  const browser = await launchBrowser();
  try {
    const facts: Record<string, string | number> = {};
    const problems: string[] = [];
    for (const variant of ['direct', 'agent'] as const) {
      const context = await browser.newContext({ ...DESKTOP, serviceWorkers: 'block' });
      const found = await switchAmong(context, product.url, { drafts: 10, switches: 200, seed: 8, variant });
      for (const [what, value] of Object.entries(found.facts)) facts[`${variant}: ${what}`] = value;
      problems.push(...found.problems.map((problem) => `${variant}: ${problem}`));
      await context.close();
    }
    return { facts, problems };
  } finally {
    await browser.close();
  }
};
export default chaos;
