import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { type Product, startProduct } from '../support/product.ts';
import { DESKTOP, launchBrowser, watch } from './support/browser.ts';
import { keptView } from './support/kept-here.ts';
import { button, fillStep, MINIMAL, value } from './support/student.ts';

let product: Product;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await product[Symbol.asyncDispose]();
});
beforeEach(async () => {
  context = await browser.newContext({ ...DESKTOP, serviceWorkers: 'block' });
});
afterEach(() => context.close());

/** Holds every script file back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Step 1 before any script is there, until `release` is called. */
async function openBeforeScripts() {
  const page = await context.newPage();
  const { troubles } = watch(page);
  const release = await holdScripts(page);
  await page.goto(product.url, { waitUntil: 'commit' });
  await page.locator('[data-go="student-form"]').click();
  return { page, release, troubles };
}

const firstName = (page: Page) => page.locator('[name=firstName]');
/** React has adopted the document, and has not rendered the page again. */
const adopted = (page: Page) => page.locator('html[data-adopted=""]').waitFor({ state: 'attached' });

describe('before any script has arrived', () => {
  test('what is typed into step 1, its focus and its caret survive the adoption by React, and it is saved', async () => {
    const { page, release, troubles } = await openBeforeScripts();
    await firstName(page).pressSequentially('Ameli');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    release();
    await adopted(page);
    expect(await firstName(page).inputValue()).toBe('Ameli');
    expect(
      await firstName(page).evaluate((field: HTMLInputElement) => [
        document.activeElement === field,
        field.selectionStart,
      ]),
    ).toEqual([true, 3]);
    await page.keyboard.type('XY');
    expect(await firstName(page).inputValue()).toBe('AmeXYli');
    await page.locator('[data-save-state="saved"]').first().waitFor();
    await page.unrouteAll();
    await page.reload();
    await expect.poll(() => firstName(page).inputValue()).toBe('AmeXYli');
    expect(troubles).toEqual([]);
  });

  test('a press on Next is carried out when React is there', async () => {
    const { page, release, troubles } = await openBeforeScripts();
    await fillStep(page, 1, MINIMAL);
    await button(page, 'Next').click();
    release();
    await page.locator('form[data-step="2"]').waitFor();
    await button(page, 'Previous').click();
    expect(await value(page, 'firstName')).toBe(MINIMAL.firstName);
    expect(troubles).toEqual([]);
  });

  test(
    'what was typed and left before is tidied and judged when React is there; what has the focus stays as it was typed',
    SLOW,
    async () => {
      const { page, release } = await openBeforeScripts();
      await page.locator('[name=familyName]').focus();
      await page.keyboard.insertText('Ｎｇｕｙễｎ');
      await firstName(page).focus();
      await page.keyboard.insertText('Ｌｉ');
      release();
      await adopted(page);
      await page.locator('#familyName-error').getByText('Please use English letters and numbers only').waitFor();
      expect(await page.locator('[name=familyName]').inputValue()).toBe('Nguyễn');
      expect(await firstName(page).inputValue()).toBe('Ｌｉ');
      await page.keyboard.press('Tab');
      await expect.poll(() => firstName(page).inputValue()).toBe('Li');
    },
  );

  test('a press by a person who was last at home leads where it says, now and at the next visit', SLOW, async () => {
    const page = await context.newPage();
    await page.goto(product.url);
    await adopted(page);
    await page.locator('[data-go="student-form"]').click();
    await firstName(page).fill('Amelia');
    await page.goBack();
    await page.getByText('Your applications').first().waitFor();
    await expect.poll(() => keptView(page)).toBe('home');
    const release = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    await page.locator('[data-go="student-form"]').click();
    release();
    await expect.poll(() => keptView(page)).toBe('student-form');
    await page.reload();
    await expect.poll(() => value(page, 'firstName')).toBe('Amelia');
    expect(await page.locator('main').getAttribute('data-view')).toBe('student-form');
  });

  test('the way back from a card that was pressed leads home', SLOW, async () => {
    const view = 'student-form';
    const page = await context.newPage();
    const release = await holdScripts(page);
    await page.goto(product.url, { waitUntil: 'commit' });
    await page.locator(`[data-go="${view}"]`).click();
    release();
    await adopted(page);
    await page.locator(`main[data-view="${view}"]`).waitFor();
    await page.goBack();
    await page.locator('main[data-view="home"]').waitFor();
    await page.goForward();
    await page.locator(`main[data-view="${view}"]`).waitFor();
  });
});

describe('a reload in a view that is not prerendered', () => {
  test('names that view from the start, and shows nothing else before it', SLOW, async () => {
    const page = await context.newPage();
    await page.goto(product.url);
    await adopted(page);
    await page.locator('[data-go="agent"]').click();
    await page.locator('main[data-view="agent"]').waitFor();
    const release = await holdScripts(page);
    await page.reload({ waitUntil: 'domcontentloaded' });
    const main = page.locator('main');
    await expect.poll(() => main.getAttribute('data-view')).toBe('agent');
    expect(await main.isVisible()).toBe(false);
    release();
    await page.getByRole('button').filter({ hasText: 'Register as a new agent' }).waitFor();
    expect(await main.getAttribute('data-view')).toBe('agent');
  });

  test('asks for that view’s scripts before React has the document', SLOW, async () => {
    const page = await context.newPage();
    await page.addInitScript(() => {
      localStorage.setItem('view', 'agent');
      const watch = () => document.documentElement.dataset.adopted !== undefined && performance.mark('adopted');
      new MutationObserver(watch).observe(document, { attributeFilter: ['data-adopted'], subtree: true });
    });
    await page.goto(product.url);
    await page.getByRole('button', { name: 'New Agent Register as a new agent' }).waitFor();
    const { asked, adopted } = await page.evaluate(() => ({
      asked: performance.getEntriesByType('resource').find(({ name }) => name.includes('/agent-page-'))?.startTime,
      adopted: performance.getEntriesByName('adopted')[0]?.startTime,
    }));
    expect(asked).toBeLessThan(adopted ?? 0);
  });
});

describe('a connection that breaks while the scripts come', () => {
  /** Lets the first request of a script fail, as a lost connection does. */
  async function breakOnce(page: Page, script: string): Promise<() => boolean> {
    let broken = false;
    await page.route(
      script,
      (route) => {
        broken = true;
        return route.abort('connectionreset');
      },
      { times: 1 },
    );
    return () => broken;
  }

  const scripts = [
    ['the entry', '**/assets/index-*.js'],
    ['what the entry imports', '**/assets/framework-*.js'],
  ] as const;
  test.each(scripts)('%s is asked for again, and the page is taken over', SLOW, async (_what, script) => {
    const page = await context.newPage();
    const wasBroken = await breakOnce(page, script);
    await page.goto(product.url);
    await adopted(page);
    expect(wasBroken()).toBe(true);
  });

  test('a form that loads slowly says what it will be, and offers a way back', SLOW, async () => {
    const page = await context.newPage();
    await page.route('**/assets/student-application-page-*.js', () => undefined);
    await page.goto(product.url);
    await adopted(page);
    await page.locator('[data-go="student-form"]').click();
    await page.getByRole('heading', { level: 1, name: 'Long Course Student Application Form' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'Loading the form' }).waitFor();
    await page.getByRole('button', { name: 'Back to home' }).click();
    await page.locator('main[data-view="home"]').waitFor();
  });

  test('the agents’ page is shown again, and says what it will be while it loads', SLOW, async () => {
    const page = await context.newPage();
    const wasBroken = await breakOnce(page, '**/assets/agent-page-*.js');
    await page.goto(product.url);
    await adopted(page);
    await page.locator('[data-go="agent"]').click();
    await page.getByRole('status').filter({ hasText: 'Loading the page' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Are you a current or a new agent?' }).waitFor();
    await page.getByRole('button', { name: 'New Agent Register as a new agent' }).waitFor();
    expect(wasBroken()).toBe(true);
  });

  test('an agents’ page that loads slowly offers a way back', SLOW, async () => {
    const page = await context.newPage();
    await page.route('**/assets/agent-page-*.js', () => undefined);
    await page.goto(product.url);
    await adopted(page);
    await page.locator('[data-go="agent"]').click();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.locator('main[data-view="home"]').waitFor();
    await page.getByRole('button', { name: 'Agent Submit your application via agent' }).waitFor();
  });

  test('one that cannot be brought at all ends in words, with a way to load the page again', SLOW, async () => {
    const page = await context.newPage();
    await page.clock.install();
    await page.route('**/assets/student-application-page-*.js*', (route) => route.abort('connectionreset'));
    await page.goto(product.url);
    await adopted(page);
    await page.locator('[data-go="student-form"]').click();
    const alert = page.getByRole('alert').filter({ hasText: 'This page has stopped working' });
    await expect
      .poll(async () => {
        await page.clock.runFor(1000);
        return alert.isVisible();
      })
      .toBe(true);
    await page.unroute('**/assets/student-application-page-*.js*');
    await alert.getByRole('button', { name: 'Load the page again' }).click();
    await page.locator('main[data-draft]').waitFor();
  });
});

test(
  'on a later visit whose further scripts do not come, the page says that what is saved is not shown',
  SLOW,
  async () => {
    const first = await context.newPage();
    await first.goto(product.url);
    await adopted(first);
    await first.locator('[data-go="student-form"]').click();
    await first.locator('main[data-draft]').waitFor();
    await firstName(first).fill('Amelia');
    await first.locator('[data-save-state="saved"]').first().waitFor();
    await button(first, 'Back to home').click();
    await first.locator('[data-draft-id]').waitFor();
    await first.close();

    const page = await context.newPage();
    const watched = watch(page);
    watched.expect(/Failed to load resource|ERR_CONNECTION_RESET/);
    await page.clock.install();
    await page.route('**/assets/forms-*.js*', (route) => route.abort('connectionreset'));
    await page.goto(product.url);
    await adopted(page);
    const said = page.getByRole('status').filter({ hasText: 'We cannot show your saved applications now' });
    await expect
      .poll(async () => {
        await page.clock.runFor(1000);
        return said.isVisible();
      })
      .toBe(true);
    expect(watched.troubles).toEqual([]);
    await page.unroute('**/assets/forms-*.js*');
    await said.getByRole('button', { name: 'Load the page again' }).click();
    await page.locator('[data-draft-id]').waitFor();
    expect(await said.count()).toBe(0);
  },
);
