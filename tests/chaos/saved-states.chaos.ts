import fc from 'fast-check';
import { launchBrowser, openPage } from '../browser/support/browser.ts';
import { manyDrafts, seed } from '../browser/support/drafts-seed.ts';
import { answer, openCard, saved } from '../browser/support/wizard.ts';
import { mutated } from '../fixtures/mutate-state.ts';
import { openBarePage } from '../support/browser-storage.ts';
import { startProduct } from '../support/product.ts';
import type { Chaos } from './support/report.ts';

const LOADS = 20;
const STATES = 50;

/** Loads a real page repeatedly with mutated saved states and one good draft; the page opens the newest state. */
const chaos: Chaos = async () => {
  await using product = await startProduct();
  const browser = await launchBrowser();
  const problems: string[] = [];
  let read = 0;
  try {
    for (let load = 0; load < LOADS; load += 1) {
      const context = await browser.newContext({ serviceWorkers: 'block' });
      const page = await openPage(context, product.url);
      await openCard(page, 'student-form');
      await answer(page, 'firstName', 'Zoe');
      await saved(page);
      const good = await page.locator('main').getAttribute('data-draft');
      const writer = await openBarePage(context, product.url);
      const drafts = manyDrafts(STATES, Date.now()).flatMap((state, index) =>
        fc.sample(mutated(state), { numRuns: 1, seed: load * STATES + index }),
      );
      await seed(writer, { drafts });
      await page.reload();
      await page.locator('form[data-step]').waitFor();
      await page.getByText('could not be restored').waitFor();
      read += (await page.locator('[data-draft-id]').count()) - 1;
      await page.locator(`[data-draft-id="${good}"]`).getByRole('button', { name: /^Open/ }).click();
      await page.locator(`main[data-draft="${good}"] form[data-step]`).waitFor();
      const name = await page.locator('[name=firstName]').inputValue();
      if (name !== 'Zoe') problems.push(`load ${load}: the good draft came back as '${name}'`);
      problems.push(...page.watched.troubles.map((trouble) => `load ${load}: ${trouble}`));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return { facts: { 'mutated states': LOADS * STATES, 'of these still read': read, loads: LOADS }, problems };
};
export default chaos;
