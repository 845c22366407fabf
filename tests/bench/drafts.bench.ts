import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openPage, openProfile } from '../browser/support/browser.ts';
import { manyDrafts, seed } from '../browser/support/drafts-seed.ts';
import { answer, openCard, saved } from '../browser/support/wizard.ts';
import { openBarePage } from '../support/browser-storage.ts';
import { startProduct } from '../support/product.ts';
import { type Bench, median } from './figure.ts';
import { longestTasks } from './support/longest-tasks.ts';

const CPU_SLOWDOWN = 4;
const SAVES = 25;
const SWITCHES = 9;
/** The marks when a save is due and when the disk has it. */
const SAVE = { begins: 'save is due', ends: 'save is done' };
const SLOTS = ['year12Evidence', 'passport', 'englishTest', 'academicQualifications', 'cv'].concat([
  ...['statementOfPurpose', 'financialDeclaration', 'bankStatement', 'sponsorDocuments'],
]);

/**
 * Measures saving and switching with one draft and with 200 of nine documents each, in real browsers on a real disk.
 */
const bench: Bench = async () => {
  // Without the developer tools of the demo mode, as for a visitor.
  await using product = await startProduct({ env: { DEV_TOOLS: '0' } });
  const home = await mkdtemp(path.join(tmpdir(), 'drafts-'));
  const [one, many] = [await openDrafts(home, product.url, 1), await openDrafts(home, product.url, 200)];
  try {
    for (const { page } of [one, many]) await watchSaves(page);
    const took = { one: [] as number[], many: [] as number[] };
    // In turn, so that other work of the machine affects both equally.
    for (let round = 0; round < SAVES; round += 1) {
      took.one.push(await timeSave(one.page, round));
      took.many.push(await timeSave(many.page, round));
    }
    const session = await many.page.context().newCDPSession(many.page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const blocked = await longestTasks(many.page, SAVE, async () => {
      for (let round = SAVES; round < 2 * SAVES; round += 1) await timeSave(many.page, round);
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    // Last, because opening a draft uploads its documents to the server.
    const switching = median(await timeSwitches(many.page, many.ids.slice(-SWITCHES)));
    const peer = { what: '1 draft', value: median(took.one) };
    return [
      { what: 'one save, 200 drafts', value: median(took.many), unit: 'ms', peer, budget: 1.2 },
      { what: 'longest task of one save, 200 drafts, 4x slower', value: median(blocked), unit: 'ms', budget: 8 },
      // Most of it is garbage collection by the browser, which sometimes happens during a save.
      { what: 'the longest of all these saves', value: Math.max(...blocked), unit: 'ms' },
      { what: 'switching between 200 drafts', value: switching, unit: 'ms', budget: 100 },
    ];
  } finally {
    await Promise.all([one.kill(), many.kill()]);
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
};
export default bench;

/**
 * A page with the form open on one of this many drafts; the others have nine documents each. The profile is on the
 * disk, because the in-memory database of a private window copies its files at every write.
 */
async function openDrafts(home: string, url: string, count: number) {
  const { context, kill } = await openProfile(path.join(home, `${count}`));
  const page = await openPage(context, url);
  await openCard(page, 'student-form');
  await answer(page, 'firstName', 'Zoe');
  await saved(page);
  const drafts = manyDrafts(count - 1, Date.now());
  if (count > 1) {
    const writer = await openBarePage(context, url);
    await seed(writer, { drafts, slots: SLOTS });
    await writer.close();
    await page.reload();
    const last = page.locator('[data-draft-id]').nth(count - 1);
    await last.waitFor();
  }
  return { page, kill, ids: drafts.map(({ id }) => id) };
}

/** Time from the press to the other draft's form on the screen. */
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
 * Marks each save and reports the database's time: from the write until the indicator says 'saved'. A separate task
 * reports it, so that the listener is not part of the save.
 */
function watchSaves(page: Page): Promise<void> {
  return page.evaluate(({ begins, ends }) => {
    const { put } = IDBObjectStore.prototype;
    let written = 0;
    IDBObjectStore.prototype.put = function (...args: Parameters<typeof put>) {
      if (this.name === 'drafts') written = performance.now();
      return put.apply(this, args);
    };
    const indicator = document.querySelector<HTMLElement>('[data-save-state]');
    const look = () => {
      if (indicator?.dataset.saveState === 'saving') performance.mark(begins);
      if (indicator?.dataset.saveState !== 'saved' || written === 0) return;
      performance.mark(ends);
      const took = performance.now() - written;
      written = 0;
      setTimeout(() => window.dispatchEvent(new CustomEvent(ends, { detail: took })));
    };
    if (indicator) new MutationObserver(look).observe(indicator, { attributes: true });
  }, SAVE);
}

/**
 * Types something new and waits until it is saved. Returns the database's time in milliseconds. The page itself waits,
 * because a polling test would add its tasks to those of the save.
 */
async function timeSave(page: Page, round: number): Promise<number> {
  const saved = page.evaluate(
    (ends) =>
      new Promise<number>((resolve) => {
        window.addEventListener(ends, (event) => resolve((event as CustomEvent<number>).detail), { once: true });
      }),
    SAVE.ends,
  );
  await page.locator('[name=middleName]').fill(`name ${round}`);
  return saved;
}
