import type { Page } from 'playwright-core';
import { launchBrowser, openPage } from '../browser/support/browser.ts';
import { bare, manyDrafts, seed } from '../browser/support/drafts-seed.ts';
import { answer, openCard, saved } from '../browser/support/wizard.ts';
import { startProduct } from '../support/product.ts';
import { type Bench, median } from './figure.ts';

const CPU_SLOWDOWN = 4;
const SAVES = 15;
const SWITCHES = 9;
const SLOTS = ['year12Evidence', 'passport', 'englishTest', 'academicQualifications', 'cv'].concat([
  ...['statementOfPurpose', 'financialDeclaration', 'bankStatement', 'sponsorDocuments'],
]);

/** Saving and switching with one draft and with 200 of nine documents each, in a real browser. */
const bench: Bench = async () => {
  await using product = await startProduct();
  const browser = await launchBrowser();
  const measure = async (count: number) => {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await openPage(context, product.url);
    await openCard(page, 'student-form');
    await answer(page, 'firstName', 'Zoe');
    await saved(page);
    const drafts = manyDrafts(count - 1, Date.now());
    if (count > 1) {
      const writer = await bare(context, product.url);
      await seed(writer, { drafts, slots: SLOTS });
      await writer.close();
      await page.reload();
      await page
        .locator('[data-draft-id]')
        .nth(count - 1)
        .waitFor();
    }
    const switching = median(
      await timeSwitches(
        page,
        drafts.slice(-SWITCHES).map(({ id }) => id),
      ),
    );
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await watchSaves(page);
    for (let save = 0; save < SAVES; save += 1) {
      await page.locator('[name=middleName]').fill(`name ${save}`);
      await page.waitForFunction((wanted) => Reflect.get(window, 'saves')?.length > wanted, save);
    }
    const saves = await page.evaluate(() => Reflect.get(window, 'saves') as { took: number; blocked: number }[]);
    await context.close();
    return {
      switching,
      took: median(saves.map(({ took }) => took)),
      blocked: median(saves.map(({ blocked }) => blocked)),
    };
  };
  try {
    const one = await measure(1);
    const many = await measure(200);
    return [
      {
        what: 'one save, 200 drafts',
        value: many.took,
        unit: 'ms',
        peer: { what: '1 draft', value: one.took },
        budget: 1.2,
      },
      { what: 'one save blocks the main thread, 4x slower', value: many.blocked, unit: 'ms', budget: 8 },
      { what: 'switching between 200 drafts', value: many.switching, unit: 'ms', budget: 100 },
    ];
  } finally {
    await browser.close();
  }
};
export default bench;

/** From the press to the other draft's form on the screen. */
function timeSwitches(page: Page, ids: readonly string[]): Promise<number[]> {
  return page.evaluate(async (wanted) => {
    const measured: number[] = [];
    for (const id of wanted) {
      const from = performance.now();
      document.querySelector<HTMLElement>(`[data-draft-id="${id}"] button`)?.click();
      while (document.querySelector('main')?.dataset.draft !== id || !document.querySelector('form[data-step]')) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      measured.push(performance.now() - from);
    }
    return measured;
  }, ids);
}

/**
 * Notes of each save, from the moment the indicator says that one is due to the moment it says that the disk has it:
 * how long the database took, and the longest time that nothing else could run.
 */
function watchSaves(page: Page): Promise<void> {
  return page.evaluate(() => {
    const saves: { took: number; blocked: number }[] = [];
    Object.assign(window, { saves });
    const { put } = IDBObjectStore.prototype;
    let written = 0;
    IDBObjectStore.prototype.put = function (...args: Parameters<typeof put>) {
      if (this.name === 'drafts') written = performance.now();
      return put.apply(this, args);
    };
    let [due, blocked, last] = [false, 0, 0];
    const beat = new MessageChannel();
    beat.port1.onmessage = () => {
      const now = performance.now();
      if (last > 0) blocked = Math.max(blocked, now - last);
      last = due ? now : 0;
      if (due) beat.port2.postMessage('');
    };
    const indicator = document.querySelector<HTMLElement>('[data-save-state]');
    const look = () => {
      const state = indicator?.dataset.saveState;
      if (state === 'saving' && !due) {
        [due, blocked, last] = [true, 0, 0];
        beat.port2.postMessage('');
      } else if (state === 'saved' && due) {
        due = false;
        saves.push({ took: performance.now() - written, blocked });
      }
    };
    if (indicator) new MutationObserver(look).observe(indicator, { attributes: true });
  });
}
