import type { BrowserContext, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../support/product.ts';
import { SLOW } from '../support/slow.ts';
import { graveFaults } from './support/axe.ts';
import { DESKTOP, openPage, PHONE } from './support/browser.ts';
import { openScene, type Scene } from './support/scene.ts';
import { MINIMAL, reachStep } from './support/student.ts';
import { openCard } from './support/wizard.ts';

const TOOLS = ['CRICOS API tester', 'Workflow JSON validator', 'API response debug', 'JSON preview', 'State'];

let scene: Scene;
let demo: Product;
beforeAll(async () => {
  [scene, demo] = await Promise.all([openScene(), startProduct()]);
});
afterEach(() => scene.clear());
afterAll(async () => {
  await demo[Symbol.asyncDispose]();
  await scene[Symbol.asyncDispose]();
});

const menu = (page: Page) => page.getByRole('button', { name: 'Developer tools' });
async function open(page: Page, tool: string) {
  await menu(page).click();
  await page.getByRole('button', { name: tool }).click();
  const dialog = page.getByRole('dialog', { name: tool });
  await dialog.locator('label, h3, summary, p').first().waitFor();
  return dialog;
}
const openDemo = async (options = {}) => openPage(await scene.context(options), demo.url);

describe('with developer tools off', () => {
  test('there is no button, no code of theirs is downloaded, and their calls are not answered', async () => {
    const context = await scene.context();
    const answers: Response[] = [];
    context.on('response', (response) => {
      if (/\.js$/.test(new URL(response.url()).pathname)) answers.push(response);
    });
    const page = await openPage(context, scene.product.url);
    await openCard(page, 'student-form');
    await page.locator('form[data-step="1"]').waitFor();
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Control+Backquote');
    expect(await menu(page).count()).toBe(0);
    const linked = await openPage(await scene.context(), `${scene.product.url}/?view=short-form`);
    await linked.waitForLoadState('networkidle');
    expect(await linked.locator('main').getAttribute('data-view')).toBe('home');
    const scripts = await Promise.all(answers.map((response) => response.text()));
    expect(scripts.length).toBeGreaterThan(1);
    for (const tool of TOOLS.slice(0, 4)) expect(scripts.filter((script) => script.includes(tool))).toEqual([]);
    expect((await page.request.post(`${scene.product.url}/api/dev/cricos/token`)).status()).toBe(404);
  });
});

describe('the menu of the developer tools', () => {
  // One page for all of them, which is cleared after the last: each leaves it as it was.
  let context: BrowserContext;
  let page: Awaited<ReturnType<typeof openPage>>;
  beforeAll(async () => {
    context = await scene.browser.newContext({ ...DESKTOP, serviceWorkers: 'block' });
    page = await openPage(context, demo.url);
  });
  beforeEach(async () => {
    // A try that failed has left its tool open.
    if ((await page.getByRole('dialog').count()) > 0) await page.reload();
  });
  afterAll(() => context.close());

  test.each(TOOLS)(
    'the menu opens %s as a dialog of that name, accessible, which closes back to the button',
    SLOW,
    async (tool) => {
      await open(page, tool);
      expect(await graveFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await menu(page).evaluate((button) => button === document.activeElement)).toBe(true);
      expect(page.watched.troubles).toEqual([]);
    },
  );
});

describe('with developer tools on', () => {
  test('Ctrl+` opens the menu from anywhere and closes it, on a phone’s screen too', SLOW, async () => {
    const page = await openDemo(PHONE);
    await menu(page).waitFor();
    await page.keyboard.press('Control+Backquote');
    await page.getByRole('button', { name: 'State' }).waitFor();
    await page.keyboard.press('Control+Backquote');
    await page.getByRole('button', { name: 'State' }).waitFor({ state: 'detached' });
  });

  test(
    'the CRICOS API tester begins with the current draft’s offer and shows status, time, headers and body',
    SLOW,
    async () => {
      const page = await openDemo();
      await reachStep(page, 2);
      const dialog = await open(page, 'CRICOS API tester');
      await dialog.getByLabel('Call').selectOption('Validate an offer');
      const payload = JSON.parse(await dialog.getByLabel('Payload').inputValue());
      expect(payload).toMatchObject({ FirstName: MINIMAL.firstName, StudentOrigin: 'OverseasStudent' });
      await dialog.getByRole('button', { name: 'Send' }).click();
      // The application is not finished, and the published records API says what it lacks.
      await dialog.getByText(/^Status 400 after \d+ m?s$/).waitFor();
      await dialog.getByText('content-type: application/json').waitFor();
      await dialog.getByText('"application.ComplianceAndOtherInfo.CurrentEmployStatus"').waitFor();

      await dialog.getByLabel('Call').selectOption('Token');
      await dialog.getByRole('button', { name: 'Send' }).click();
      await dialog.getByText(/"access_token": ".{4}… \(\d+ characters\)"/).waitFor();
    },
  );

  test('a JSON file dropped on the validator is taken', SLOW, async () => {
    const page = await openDemo();
    const dialog = await open(page, 'Workflow JSON validator');
    const files = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['{"OfferId":'], 'dropped.json', { type: 'application/json' }));
      return transfer;
    });
    await dialog.getByLabel('Workflow JSON').dispatchEvent('drop', { dataTransfer: files });
    await expect.poll(() => dialog.getByLabel('Workflow JSON').inputValue()).toBe('{"OfferId":');
  });
});

describe('State', () => {
  test('in demo mode the simulated services play what is chosen', SLOW, async () => {
    const page = await openDemo();
    const dialog = await open(page, 'State');
    await dialog.getByRole('combobox', { name: 'validate' }).selectOption('rejects-item-list');
    await page.keyboard.press('Escape');
    const tester = await open(page, 'CRICOS API tester');
    await tester.getByLabel('Call').selectOption('Validate an offer');
    await tester.getByRole('button', { name: 'Send' }).click();
    await tester.getByText('"IsSuccess": false').waitFor();
    await page.keyboard.press('Escape');
    await (await open(page, 'State')).getByRole('button', { name: 'All accept again' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'validate' }).inputValue()).toBe('accepts');
  });
});
