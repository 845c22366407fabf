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
const SWITCHES = 7;
const FRAME = { begins: 'scroll begins', ends: 'scroll ends' };
/** Two frames of a 60 Hz display, in milliseconds. */
const TWO_FRAMES = 32;
const SLOTS = ['year12Evidence', 'passport', 'englishTest', 'academicQualifications', 'cv'].concat([
  ...['statementOfPurpose', 'financialDeclaration', 'bankStatement', 'sponsorDocuments'],
]);

/** Measures an agent's switcher with 200 drafts of nine documents each, and the desk with 1,000 drafts. */
const bench: Bench = async () => {
  await using product = await startProduct({ env: { DEV_TOOLS: '0' } });
  const home = await mkdtemp(path.join(tmpdir(), 'desk-'));
  const switching = await openStudents(path.join(home, 'switching'), product.url, 200, SLOTS);
  const scrolling = await openStudents(path.join(home, 'scrolling'), product.url, 1000, []);
  try {
    const opened = await slowedDown(switching.page, () => timeOpenings(switching.page));
    const switched = await slowedDown(switching.page, () => timeSwitches(switching.page));
    const below = await slowedDown(switching.page, () => timeSwitchesBelow(switching.page));
    const keys = await slowedDown(switching.page, () => timeKeys(switching.page));
    await scrolling.page.getByRole('button', { name: 'Back', exact: true }).click();
    await scrolling.page.getByText('Select all 1000').waitFor();
    const frames = await timeScroll(scrolling.page);
    const slow = await slowedDown(scrolling.page, () => timeScroll(scrolling.page));
    const rows = await scrolling.page.locator('[data-student]').count();
    const at = `${CPU_SLOWDOWN}x slower`;
    return [
      { what: `opening the list of 200 students, ${at}`, value: median(opened), unit: 'ms' },
      { what: `a switch through the list, 200 drafts, ${at}`, value: median(switched), unit: 'ms', budget: 100 },
      { what: `a switch in the list below the form, ${at}`, value: median(below), unit: 'ms' },
      { what: `a switch by key, 200 drafts, ${at}`, value: median(keys), unit: 'ms', budget: 100 },
      {
        what: 'the longest frame of a scroll, 1,000 drafts',
        value: Math.max(...frames),
        unit: 'ms',
        budget: TWO_FRAMES,
      },
      { what: `the same, ${at}`, value: Math.max(...slow), unit: 'ms' },
      { what: 'rows of 1,000 drafts in the document', value: rows, unit: 'rows', budget: 60 },
    ];
  } finally {
    await Promise.all([switching.kill(), scrolling.kill()]);
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
};
export default bench;

/** An agent's page with the form open on one of this many students, in a profile on the disk (see drafts.bench.ts). */
async function openStudents(home: string, url: string, count: number, slots: readonly string[]) {
  const { context, kill } = await openProfile(home);
  const page = await openPage(context, url);
  await openCard(page, 'agent');
  await openCard(page, 'agent-student-form');
  await answer(page, 'firstName', 'Zoe');
  await saved(page);
  const writer = await openBarePage(context, url);
  await seed(writer, { drafts: manyDrafts(count - 1, Date.now(), 'agent'), slots });
  await writer.close();
  await page.reload();
  await page.locator('[aria-keyshortcuts=F2]').waitFor();
  await page
    .locator('[data-draft-id]')
    .nth(count - 1)
    .waitFor();
  return { page, kill };
}

async function slowedDown<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const result = await work();
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
  return result;
}

/** Time from the press on the name to the frame with the rows. */
async function timeOpenings(page: Page): Promise<number[]> {
  const measured: number[] = [];
  for (let round = 0; round < SWITCHES; round += 1) {
    measured.push(
      await page.evaluate(async () => {
        const from = performance.now();
        document.querySelector<HTMLElement>('[aria-keyshortcuts=F2]')?.click();
        while (!document.querySelector('dialog [role=option]'))
          await new Promise((resolve) => requestAnimationFrame(resolve));
        return performance.now() - from;
      }),
    );
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  }
  return measured;
}

/** Time from the press on a row to the other student's form on the screen. */
async function timeSwitches(page: Page): Promise<number[]> {
  const measured: number[] = [];
  for (let round = 0; round < SWITCHES; round += 1) {
    await page.locator('[aria-keyshortcuts=F2]').click();
    await page
      .locator('dialog [role=option]')
      .nth(round + 1)
      .waitFor();
    measured.push(
      await page.evaluate(async (index) => {
        const from = performance.now();
        const before = document.querySelector('main')?.dataset.draft;
        document.querySelectorAll<HTMLElement>('dialog [role=option]')[index]?.click();
        while (document.querySelector('main')?.dataset.draft === before || !document.querySelector('form[data-step]'))
          await new Promise((resolve) => requestAnimationFrame(resolve));
        return performance.now() - from;
      }, round + 1),
    );
    await page.locator('dialog').waitFor({ state: 'detached' });
  }
  return measured;
}

/** The same with the list below the form. */
function timeSwitchesBelow(page: Page): Promise<number[]> {
  return page.evaluate(async (switches) => {
    const measured: number[] = [];
    const ids = [...document.querySelectorAll<HTMLElement>('[data-draft-id]')].map(({ dataset }) => dataset.draftId);
    const main = document.querySelector('main');
    for (const id of ids.filter((one) => one !== main?.dataset.draft).slice(20, 20 + switches)) {
      const from = performance.now();
      document.querySelector<HTMLElement>(`[data-draft-id="${id}"] [data-part=actions] button`)?.click();
      while (main?.dataset.draft !== id || !document.querySelector('form[data-step]'))
        await new Promise((resolve) => requestAnimationFrame(resolve));
      measured.push(performance.now() - from);
    }
    return measured;
  }, SWITCHES);
}

/** Time from the key for the next student to their form on the screen. */
async function timeKeys(page: Page): Promise<number[]> {
  const measured: number[] = [];
  for (let round = 0; round < SWITCHES; round += 1)
    measured.push(
      await page.evaluate(async () => {
        const from = performance.now();
        const before = document.querySelector('main')?.dataset.draft;
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8', bubbles: true, cancelable: true }));
        while (document.querySelector('main')?.dataset.draft === before || !document.querySelector('form[data-step]'))
          await new Promise((resolve) => requestAnimationFrame(resolve));
        return performance.now() - from;
      }),
    );
  return measured;
}

/** The longest task of each frame while the page scrolls through all its rows, a third of a window per frame. */
function timeScroll(page: Page): Promise<number[]> {
  return longestTasks(page, FRAME, () =>
    page.evaluate(async ({ begins, ends }) => {
      window.scrollTo(0, 0);
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      await frame();
      const isAtEnd = () => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;
      while (!isAtEnd()) {
        performance.mark(begins);
        window.scrollBy(0, window.innerHeight / 3);
        await frame();
        performance.mark(ends);
      }
    }, FRAME),
  );
}
