import type { Browser, Page } from 'playwright-core';
import { writeXlsx } from '#features/desk/sheet/write-xlsx.ts';
import { DESKTOP, launchBrowser, openPage } from '../browser/support/browser.ts';
import { MINIMAL } from '../browser/support/student.ts';
import { openCard } from '../browser/support/wizard.ts';
import { startProduct } from '../support/product.ts';
import { type Bench, median } from './figure.ts';
import { longestTasks } from './support/longest-tasks.ts';
import { processorTime } from './support/memory.ts';
import { slowDown } from './support/press.ts';

const ROWS = 500;
const CPU_SLOWDOWN = 4;
const ROUNDS = 5;
const MARKS = { begins: 'sheet begins', ends: 'sheet ends' };

/**
 * A workbook of 500 students, every tenth with an error, is chosen, checked and shown. The browser cannot slow down a
 * worker, so the time of all threads of the page is multiplied by four. The longest task is measured on the page at
 * normal speed and on a slowed-down one.
 */
const bench: Bench = async () => {
  await using product = await startProduct({ env: { DEV_TOOLS: '0' } });
  const browser = await launchBrowser();
  try {
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await openDialog(browser, product.url);
      seconds.push(await workedDuring(browser, () => judge(page)));
      await page.context().close();
    }
    const usual = await openDialog(browser, product.url);
    const [asUsual = Number.NaN] = await longestTasks(usual, MARKS, () => marked(usual, () => judge(usual)));
    await usual.context().close();
    const page = await openDialog(browser, product.url);
    await slowDown(page, CPU_SLOWDOWN);
    const [judging = Number.NaN] = await longestTasks(page, MARKS, () => marked(page, () => judge(page)));
    const [correcting = Number.NaN] = await longestTasks(page, MARKS, () => marked(page, () => correct(page)));
    const begun = performance.now();
    const [making = Number.NaN] = await longestTasks(page, MARKS, () => marked(page, () => make(page)));
    const made = performance.now() - begun;
    const at = `${CPU_SLOWDOWN}x slower`;
    return [
      {
        what: `${ROWS} rows judged and shown, ${at}`,
        value: median(seconds) * 1000 * CPU_SLOWDOWN,
        unit: 'ms',
        budget: 2000,
      },
      { what: 'the longest task of the page at the same time', value: asUsual, unit: 'ms', budget: 50 },
      { what: `the same, ${at}`, value: judging, unit: 'ms' },
      { what: `the same when a cell is corrected, ${at}`, value: correcting, unit: 'ms' },
      { what: `the same while ${ROWS} drafts are made, ${at}`, value: making, unit: 'ms' },
      { what: `making ${ROWS} drafts, ${at}`, value: made, unit: 'ms' },
    ];
  } finally {
    await browser.close();
  }
};
export default bench;

const SHEET = writeXlsx([{ name: 'Students', rows: students() }]);

function students(): string[][] {
  const all = Array.from({ length: ROWS }, (_, index): Readonly<Record<string, unknown>> => {
    const fault = index % 10 === 0 ? { firstName: 'A', birthplace: 'Hà Nội' } : {};
    const own = { passportNumber: `P${index}`, dateOfBirth: '2001-05-17', agreeToTerms: 'Yes' };
    return { ...MINIMAL, ...own, selectedAgent: 'Global Study|Vietnam', ...fault };
  });
  const titles = Object.keys(all[0] ?? {});
  return [titles, ...all.map((one) => titles.map((title) => String(one[title] ?? '')))];
}

async function openDialog(browser: Browser, url: string): Promise<Page> {
  const page = await openPage(await browser.newContext({ ...DESKTOP, serviceWorkers: 'block' }), url);
  await openCard(page, 'agent');
  await page.getByRole('button', { name: 'Add students from a spreadsheet' }).click();
  await page.getByRole('button', { name: 'Choose a spreadsheet' }).waitFor();
  return page;
}

async function judge(page: Page): Promise<void> {
  const file = { name: 'students.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(SHEET) };
  const shown = untilShown(page, `${ROWS * 0.9} ready, ${ROWS * 0.1} need a correction`);
  await page.locator('dialog input[type=file]').setInputFiles(file);
  await shown;
}

/** Resolves after the frame with the counts and the first rows. Checks only after changes, which costs nothing. */
function untilShown(page: Page, counts: string): Promise<void> {
  return page.evaluate((words) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const watching = new MutationObserver(() => {
      const said = [...document.querySelectorAll('dialog p[role=status]')].some((one) => one.textContent === words);
      if (!said || document.querySelector('dialog [data-part=who]') === null) return;
      watching.disconnect();
      requestAnimationFrame(() => setTimeout(resolve));
    });
    watching.observe(document.body, { subtree: true, childList: true, characterData: true });
    return promise;
  }, counts);
}

async function correct(page: Page): Promise<void> {
  const cell = page.getByRole('textbox', { name: /2 First name$/ }).first();
  await cell.fill('Ana');
  await cell.press('Enter');
  await page.getByRole('button', { name: /^Use all 50 offered/ }).click();
  await page.getByText(`${ROWS * 0.9 + 1} ready, ${ROWS * 0.1 - 1} need a correction`).waitFor();
}

async function make(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Make ${ROWS * 0.9 + 1} drafts` }).click();
  await page.getByText(`${ROWS * 0.9 + 1} drafts made`).waitFor();
}

async function marked(page: Page, work: () => Promise<void>): Promise<void> {
  await page.evaluate((mark) => void performance.mark(mark), MARKS.begins);
  await work();
  await page.evaluate((mark) => void performance.mark(mark), MARKS.ends);
}

/** Seconds that the browser's pages worked, on all their threads. */
async function workedDuring(browser: Browser, work: () => Promise<void>): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const worked = async () => {
    const times = await Promise.all(pids.map(processorTime));
    return times.reduce((sum, time) => sum + time, 0);
  };
  const before = await worked();
  await work();
  const after = await worked();
  await session.detach();
  return after - before;
}
