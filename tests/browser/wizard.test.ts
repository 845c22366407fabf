import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createTransfer } from '#contract/transfers.ts';
import { SLOW } from '#tests/support/slow.ts';
import { DESKTOP } from './support/browser.ts';
import { filledScene } from './support/filled.ts';
import { dialogAction, openHandover } from './support/handover.ts';
import { openScan } from './support/scan.ts';
import type { WatchedPage } from './support/scene.ts';
import { button, fillStep, MINIMAL, notifications, reachStep, toast, value } from './support/student.ts';
import { goOn, openCard, saved } from './support/wizard.ts';

const filled = filledScene();
const { reopenAt } = filled;

async function openEmpty(options: BrowserContextOptions = DESKTOP): Promise<WatchedPage> {
  return toEmptyForm(await filled.scene.reopen(options));
}

async function toEmptyForm(page: WatchedPage): Promise<WatchedPage> {
  await openCard(page, 'student-form');
  await page.locator('main[data-draft]').waitFor();
  return page;
}

/** pdf.js, pdf-lib, qpdf, libheif, what reads spreadsheets, and what decides whether they are needed. */
const DOCUMENT_TOOLS = [
  ...['pdf.min', 'pdf.worker.min', 'picture-pdf', 'make-pdf', 'qpdf', 'libheif', 'decode-heic', 'jbig2', 'openjpeg'],
  ...['sheet-worker', 'add-students-dialog', 'documents-worker', 'scan-dialog', 'findings', 'shrink-scan'],
];

describe('the way through the steps', () => {
  test('brings no script of a document tool or a link before step 4, and those of each when it is opened there', async () => {
    const context = await filled.scene.context();
    const fetched = new Set<string>();
    const note = (url: string) => {
      const [, name] = /\/assets\/(.+)-[\w-]{8}\.(?:m?js|wasm)$/.exec(new URL(url).pathname) ?? [];
      if (name) fetched.add(name);
    };
    context.on('request', (request) => note(request.url()));
    /** A script with the calls for links to other devices has come. */
    let areLinksHere = false;
    context.on('response', async (response) => {
      if (!response.url().endsWith('.js')) return;
      const script = await response.text().catch(() => '');
      areLinksHere ||= script.includes(createTransfer.path);
    });
    const page = await filled.scene.open(context);
    await reachStep(page, 4);
    await saved(page);
    await page.reload();
    await page.locator('form[data-step="4"]').waitFor();
    // The last that a page asks for automatically, once it has what was saved.
    await expect.poll(() => [...fetched]).toContain('resume-outbox');
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const tools = () => DOCUMENT_TOOLS.filter((tool) => [...fetched].some((name) => name.split('/').at(-1) === tool));
    expect([...fetched]).toContain('student-application-page');
    expect([...fetched].filter((name) => name.startsWith('scan/'))).toEqual([]);
    expect(tools()).toEqual([]);
    expect(areLinksHere).toBe(false);
    await openHandover(page);
    await expect.poll(() => areLinksHere).toBe(true);
    await dialogAction(page, 'Close').last().click();
    await openScan(page, 'passport');
    await expect.poll(tools).toContain('scan-dialog');
  });

  test('every view and every step opens at its top', SLOW, async () => {
    const page = await reopenAt(1);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await goOn(page, 2);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await button(page, 'Back to home').click();
    await page.locator('main[data-view="home"]').waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test("the browser's own Back leads to the step and then to the view before", async () => {
    const page = await openEmpty();
    await fillStep(page, 1, MINIMAL);
    await goOn(page, 2);
    // A step is a place to go back from once it was painted.
    await expect.poll(() => page.evaluate(() => history.state?.step)).toBe(2);
    await page.goBack();
    await page.locator('form[data-step="1"]').waitFor();
    expect(await value(page, 'firstName')).toBe(MINIMAL.firstName);
    await page.goBack();
    await page.locator('main[data-view="home"]').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goForward();
    await page.locator('main[data-view="student-form"]').waitFor();
  });
});

describe('a step that is not in order', () => {
  test('that lacks many answers lists them, and on a small phone the toast is above that list', SLOW, async () => {
    const page = await openEmpty({ viewport: { width: 320, height: 640 } });
    await button(page, 'Next').click();
    const list = page.locator('[data-part=summary]');
    await list.getByText('12 answers need your attention').waitFor();
    await toast(page).waitFor();
    const [above, below] = await Promise.all([toast(page).boundingBox(), list.boundingBox()]);
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  });
});

describe('intakes', () => {
  test(
    'that cannot be loaded are replaced by the usual dates, with a notice and a way to try again',
    SLOW,
    async () => {
      const context = await filled.scene.context({ ...DESKTOP, ...filled.profile.copy() });
      await context.route('**/api/intakes', (route) =>
        route.fulfill({ json: { items: [], source: 'fallback', updatedAt: new Date().toISOString() } }),
      );
      const page = await filled.scene.open(context);
      await page.locator('form[data-step="4"]').waitFor();
      const words = 'latest intake dates unavailable, using defaults';
      const said = notifications(page).getByText(words);
      await said.waitFor();
      expect(await said.count()).toBe(1);
      const notice = page.locator('main').getByText(words);
      await notice.waitFor();
      // Another view and back: it has been said.
      await said.waitFor({ state: 'detached' });
      await button(page, 'Back to home').click();
      await openCard(page, 'student-form');
      await notice.waitFor();
      expect(await said.count()).toBe(0);
      const offered = await page
        .locator('[name=selectedIntake] option')
        .evaluateAll((all) => all.map((one) => one.textContent));
      expect(offered).toContainEqual(expect.stringMatching(new RegExp(`13 January ${new Date().getFullYear() + 1}`)));

      await context.unroute('**/api/intakes');
      await button(page, 'Retry').click();
      await page.locator('form[data-step="4"]').waitFor();
      await notice.waitFor({ state: 'detached' });
      await expect.poll(() => value(page, 'selectedIntake')).toBe(MINIMAL.selectedIntake);
    },
  );
});
