import type { BrowserContext, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../support/product.ts';
import { SLOW } from '../support/slow.ts';
import { AGENCY, applicationId, openAgentForm } from './support/agency.ts';
import { graveFaults } from './support/axe.ts';
import { DESKTOP, openPage, PHONE } from './support/browser.ts';
import { openScene, type Scene } from './support/scene.ts';
import { MINIMAL, reachStep } from './support/student.ts';
import { answer, openCard, saved } from './support/wizard.ts';

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
  test('Ctrl+` opens the menu from anywhere and closes it, on a phone’s screen too', async () => {
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

  test(
    'the validator names path, expected and found of the invalid example, and accepts the valid one',
    SLOW,
    async () => {
      const page = await openDemo();
      const dialog = await open(page, 'Workflow JSON validator');
      await dialog.getByRole('button', { name: 'Invalid example' }).click();
      await dialog.getByRole('button', { name: 'Check' }).click();
      await dialog.getByText('Form validation failed').waitFor();
      await dialog.getByText('Last Name is required').waitFor();
      const row = dialog.getByRole('row').filter({ hasText: 'AppliedCourses' });
      expect(await row.getByRole('cell').allTextContents()).toEqual(['AppliedCourses', 'a list of 1', 'a list of 0']);
      await dialog.getByRole('button', { name: 'Valid example', exact: true }).click();
      await dialog.getByRole('button', { name: 'Check' }).click();
      await dialog.getByText('The structure is in order').waitFor();
    },
  );

  test('a JSON file may be dropped or chosen for the validator', SLOW, async () => {
    const page = await openDemo();
    const dialog = await open(page, 'Workflow JSON validator');
    await dialog
      .getByLabel('JSON file')
      .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"OfferId":') });
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText('This is not JSON').waitFor();
  });

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

  test('?view= is for development only: what is built starts at home, developer tools or not', async () => {
    const page = await openPage(await scene.context(), `${demo.url}/?view=short-form`);
    await menu(page).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('main').getAttribute('data-view')).toBe('home');
  });

  test('API response debug has the page’s calls, searchable, each with request and answer', SLOW, async () => {
    const page = await openDemo();
    // The tools note what is called from when they are there.
    await menu(page).waitFor();
    await openCard(page, 'student-form');
    await page.locator('form[data-step="1"]').waitFor();
    const dialog = await open(page, 'API response debug');
    await dialog.getByLabel('Search').fill('classifications');
    await dialog.locator('summary').filter({ hasText: 'GET /api/classifications' }).click();
    await dialog.getByText('"employmentStatuses"').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy JSON' }).click();
    await dialog.getByText('Copied').waitFor();
    const call = await page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(call)).toMatchObject({ request: { method: 'GET', path: '/api/classifications', status: 200 } });
  });

  test('JSON preview shows what would leave now, each value with the answer it came from', SLOW, async () => {
    const page = await openDemo();
    await reachStep(page, 2);
    const dialog = await open(page, 'JSON preview');
    const row = (name: string) => dialog.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
    expect(await row('FirstName').getByRole('cell').allTextContents()).toEqual([
      'FirstName',
      JSON.stringify(MINIMAL.firstName),
      'firstName',
    ]);
    await dialog.getByLabel('Document').selectOption('Workflow JSON');
    expect(await row('VisaStatus').getByRole('cell').last().textContent()).toBe('visaType');
    await dialog.getByLabel('Document').selectOption('File workflow');
    await row('subject').getByText('Material Upload').waitFor();
  });

  test('JSON preview has the multipart fields of a short application, and of an agency on its form', SLOW, async () => {
    const page = await openDemo();
    const row = async (name: string) => {
      const rows = (await open(page, 'JSON preview')).getByRole('row');
      const cells = rows.filter({ has: page.getByText(name, { exact: true }) }).getByRole('cell');
      const texts = await cells.allTextContents();
      await page.keyboard.press('Escape');
      return texts;
    };
    await page.getByRole('button', { name: 'Short application' }).press('Enter');
    await answer(page, 'familyName', 'Tran');
    await saved(page);
    expect(await row('title')).toEqual(['title', '"Tran"', 'familyName']);
    await page.getByRole('button', { name: 'Back to home' }).click();
    await openAgentForm(page, 'new-agent');
    await answer(page, 'agencyName', AGENCY.agencyName);
    await page.locator('[data-save-state="saved"]').waitFor();
    expect(await row('agencyName')).toEqual(['agencyName', JSON.stringify(AGENCY.agencyName), 'agencyName']);
    expect(await row('title')).toEqual(['title', JSON.stringify(await applicationId(page)), 'agentApplicationId']);
  });

  test('the validator takes the current draft as it would leave now', SLOW, async () => {
    const page = await openDemo();
    await reachStep(page, 2);
    const dialog = await open(page, 'Workflow JSON validator');
    await dialog.getByRole('button', { name: 'Current draft' }).click();
    const taken = JSON.parse(await dialog.getByLabel('Workflow JSON').inputValue());
    expect(taken).toMatchObject({ FirstName: MINIMAL.firstName, Status: '已提交' });
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText('Form validation failed').waitFor();
    await dialog.getByRole('row').filter({ hasText: 'CurrentAddress.StreetName' }).waitFor();
  });
});

describe('State', () => {
  async function filled() {
    const page = await openDemo();
    await openCard(page, 'student-form');
    await page.locator('form[data-step="1"]').waitFor();
    await answer(page, 'firstName', 'Linh');
    await saved(page);
    return page;
  }

  test('a draft is made 23 h 59 min old in one click, and comes back as old as that', SLOW, async () => {
    const page = await filled();
    const dialog = await open(page, 'State');
    await dialog.getByRole('button', { name: '23 h 59 old' }).click();
    await page.waitForLoadState();
    await page.locator('form[data-step="1"]').waitFor();
    await expect.poll(() => page.locator('[name=firstName]').inputValue()).toBe('Linh');
    await (await open(page, 'State')).getByText('23 h 59 min').waitFor();
  });

  test('a corrupted draft shows what the page does about it', SLOW, async () => {
    const page = await filled();
    const dialog = await open(page, 'State');
    await dialog.getByRole('button', { name: 'Corrupt' }).click();
    await page.getByText('could not be restored').first().waitFor();
    await (await open(page, 'State')).getByText('set aside').waitFor();
  });

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
