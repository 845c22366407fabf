/** @module-tag slow */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { needs } from '#tests/support/needs.ts';
import { canKeepPages, DESKTOP, launchKeepingBrowser, openPage } from './support/browser.ts';
import type { WatchedPage } from './support/scene.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { draftId, value } from './support/student.ts';
import { answer, openCard, saved } from './support/wizard.ts';

const scene = sceneOfFile();

const told = (page: Page) => page.getByText('open in another tab');
const gone = (page: Page, name: string) =>
  page.getByRole('button', { name: `Open ${name}` }).waitFor({ state: 'detached' });
const listed = (page: Page) => page.locator('[data-draft-id]');

/** Another page of the same site, which is not our document. */
const elsewhere = () => `${scene.product.url}/healthz`;

async function openForm(context: BrowserContext): Promise<WatchedPage> {
  const page = await openPage(context, scene.product.url);
  await page.locator('html[data-adopted]').waitFor({ state: 'attached' });
  if ((await page.locator('main').getAttribute('data-view')) === 'home') await openCard(page, 'student-form');
  await page.locator('form[data-step="1"]').waitFor();
  return page;
}

async function openSaved(context: BrowserContext): Promise<WatchedPage> {
  const page = await openForm(context);
  await answer(page, 'firstName', 'Amelia');
  await saved(page);
  return page;
}

/** A second tab on the same draft, which this tab may change. */
async function openSecond(context: BrowserContext): Promise<WatchedPage> {
  const page = await openForm(context);
  await expect.poll(() => value(page, 'firstName')).toBe('Amelia');
  await expect.poll(() => page.locator('[name=firstName]').isEnabled()).toBe(true);
  return page;
}

describe('a page that is left and reloaded by Back', () => {
  test('shows the application once, though the browser has kept its fields, and then what another tab has written since', async () => {
    const context = await scene.context();
    const page = await openSaved(context);
    const id = await draftId(page);
    await page.goto(elsewhere());
    await page.goBack();
    await expect.poll(() => draftId(page)).toBe(id);
    await answer(page, 'middleName', 'May');
    await saved(page);
    expect(await listed(page).count()).toBe(1);
    expect(await value(page, 'firstName')).toBe('Amelia');

    await page.goto(elsewhere());
    const second = await openSecond(context);
    await answer(second, 'firstName', 'Beatrice');
    await saved(second);
    await page.goBack();
    await told(page).waitFor();
    await expect.poll(() => value(page, 'firstName')).toBe('Beatrice');
    expect(await listed(page).count()).toBe(1);
  });
});

const keptPages = needs(canKeepPages(), 'the Chromium without windows keeps no pages');

describe('a page that the browser keeps whole, and shows again by Back', keptPages, () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: WatchedPage;
  beforeAll(async () => {
    browser = await launchKeepingBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    context = await browser.newContext({ ...DESKTOP, serviceWorkers: 'block', reducedMotion: 'reduce' });
    // The page asks again later each time whether the server is back, which takes a slow machine a while to start.
    context.setDefaultTimeout(60_000);
    // Chromium ends a kept page that another tab sends something to; other engines do not.
    await context.addInitScript(() => {
      Reflect.deleteProperty(window, 'BroadcastChannel');
    });
    page = await openSaved(context);
    // Of the page in between.
    page.watched.expect(/favicon/);
  });
  afterEach(async () => {
    expect(page.watched.troubles).toEqual([]);
    await context.close();
  });

  /** Leaves the page, does something else, and comes back to it as it was left. */
  async function whileAway(work: () => Promise<void>): Promise<void> {
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.goto(elsewhere());
    await work();
    await page.goBack({ waitUntil: 'commit' });
    await page.locator('main[data-view]').waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
  }

  test('continues where it was, saves what is typed, owns its draft again, and says if there is no connection', async () => {
    const id = await draftId(page);
    await whileAway(async () => {});
    await answer(page, 'familyName', 'Hall');
    await saved(page);
    expect(await draftId(page)).toBe(id);
    const second = await openForm(context);
    await told(second).waitFor();
    expect(await value(second, 'familyName')).toBe('Hall');
    await second.close();

    // It says at once that there is no connection, and again that there is.
    page.watched.expect(/ERR_CONNECTION_REFUSED/);
    await whileAway(() => scene.product.stop());
    await page.locator('main[data-online="false"]').waitFor();
    await scene.product.start();
    await page.locator('main[data-online="true"]').waitFor();
  });

  test('leaves its draft to another tab, and shows as that tab’s what was written there', async () => {
    await whileAway(async () => {
      const second = await openSecond(context);
      await answer(second, 'firstName', 'Beatrice');
      await saved(second);
    });
    await told(page).waitFor();
    await expect.poll(() => value(page, 'firstName')).toBe('Beatrice');
    expect(await page.locator('[name=firstName]').isDisabled()).toBe(true);
  });

  test('continues with what another tab has written and left, and overwrites none of it', async () => {
    await whileAway(async () => {
      const second = await openSecond(context);
      await answer(second, 'firstName', 'Beatrice');
      await answer(second, 'middleName', 'Rose');
      await saved(second);
      await second.close();
    });
    await expect.poll(() => value(page, 'firstName')).toBe('Beatrice');
    await expect.poll(() => page.locator('[name=familyName]').isEnabled()).toBe(true);
    await answer(page, 'familyName', 'Hall');
    await saved(page);
    const third = await openForm(context);
    await told(third).waitFor();
    for (const [name, expected] of Object.entries({ firstName: 'Beatrice', middleName: 'Rose', familyName: 'Hall' }))
      expect(await value(third, name)).toBe(expected);
  });

  test('gives up a draft that was deleted since, and does not bring it back by saving', async () => {
    const id = await draftId(page);
    await whileAway(async () => {
      const second = await openSecond(context);
      await second.getByRole('button', { name: 'Delete Amelia' }).click();
      await gone(second, 'Amelia');
      // The list is ahead of the disk, and for a moment no application is open; the next one opens when the disk has
      // deleted this one.
      await expect.poll(() => draftId(second)).not.toBeOneOf([id, '']);
      await second.close();
    });
    await expect.poll(() => draftId(page)).not.toBe(id);
    await expect.poll(() => value(page, 'firstName')).toBe('');
    await gone(page, 'Amelia');
  });
});
