import { DESKTOP, launchBrowser } from '../browser/support/browser.ts';
import { switchAmong } from '../browser/support/crossing.ts';
import { startProduct } from '../support/product.ts';
import type { Chaos } from './support/report.ts';

/** Ten drafts in a real browser, 200 random switches with edits and files of one name: nothing crosses. */
const chaos: Chaos = async () => {
  await using product = await startProduct();
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ ...DESKTOP, serviceWorkers: 'block' });
    const { facts, problems } = await switchAmong(context, product.url, { drafts: 10, switches: 200, seed: 8 });
    return { facts, problems };
  } finally {
    await browser.close();
  }
};
export default chaos;
