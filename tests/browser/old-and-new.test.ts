/** @module-tag slow */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mocks } from '#mocks/server.ts';
import { type LoopbackProxy, startLoopbackProxy } from '../support/loopback-proxy.ts';
import { sha256 } from '../support/pdf.ts';
import { makePhoto } from '../support/photos.ts';
import { type Product, startProduct } from '../support/product.ts';
import {
  clockOf,
  documentOf,
  nameOf,
  RELEASE_NAMES,
  readRecorded,
  readTyped,
  shiftTo,
  startOutside,
  stepsOf,
  type Typed,
} from '../support/release.ts';
import { type Checkout, unpackCheckout } from '../support/release-checkout.ts';
import { DESKTOP, launchBrowser, openPage, type Watched } from './support/browser.ts';
import { answersOn, documentRow, moveClock, UPLOADED } from './support/old-release.ts';
import { addPhotos, keptPageKeys, openScan } from './support/scan.ts';
import { answerStep, attach, confirmApplication, goOn, openCard, saved } from './support/wizard.ts';

// The page asks 30 seconds apart whether the server that was replaced is back.
const UNTIL_ARRIVED = { timeout: 180_000 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe.each(RELEASE_NAMES)('release %s and today', (name) => {
  let typed: Typed;
  let shiftMs: number;
  let mocks: Mocks;
  let checkout: Checkout;
  let old: Product;
  let started: Product[];
  let proxy: LoopbackProxy;
  /** Who is asked, by what for. */
  let servers: { pages: Product; api: Product };
  let context: BrowserContext;
  let page: Page & { watched: Watched };

  const start = async (options: Parameters<typeof startProduct>[0] = {}) => {
    const product = await startProduct({ ...options, env: { ...mocks.env, ...clockOf(shiftMs) } });
    started.push(product);
    return product;
  };
  const open = async (serviceWorkers: 'allow' | 'block') => {
    context = await browser.newContext({ ...DESKTOP, serviceWorkers, reducedMotion: 'reduce' });
    context.setDefaultTimeout(60_000);
    await moveClock(context, shiftMs);
    page = await openPage(context, proxy.url);
    if (serviceWorkers === 'allow') await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  };
  /** Replaces the old server by today's, on the same data. */
  const replaceServer = async () => {
    await old.stop();
    const writtenAt = new Date(Date.now() + shiftMs);
    const today = await start({ data: { directory: old.dataDir, writtenAt } });
    servers = { pages: today, api: today };
  };

  beforeEach(async () => {
    started = [];
    const [what, recorded] = await Promise.all([readTyped(name), readRecorded(name)]);
    typed = what;
    shiftMs = shiftTo(recorded.at);
    mocks = await startOutside(typed, () => new Date(Date.now() + shiftMs));
    checkout = await unpackCheckout(name);
    old = await start({ root: checkout.root });
    servers = { pages: old, api: old };
    proxy = await startLoopbackProxy((path) => (path.startsWith('/api/') ? servers.api : servers.pages).url);
  });
  afterEach(async () => {
    await context.close();
    await proxy.close();
    for (const product of started) await product[Symbol.asyncDispose]();
    await mocks.close();
    await checkout[Symbol.asyncDispose]();
  });

  const person = () => typed.sent.confirmed;
  const steps = () => stepsOf(typed, { step: 4, ownSteps: [person()] });
  const documentFor = (slot: string) => documentOf(nameOf(person()), slot);

  /** Four steps with the documents of these slots, uploaded; the id of the application. */
  async function fill(slots: readonly string[]): Promise<string> {
    await openCard(page, 'student-form');
    for (const [at, answers] of steps().entries()) {
      if (at > 0) await goOn(page, at + 1);
      await answerStep(page, answers, Object.keys(answers));
    }
    await bring(slots);
    return (await page.locator('main').getAttribute('data-draft')) ?? '';
  }
  async function bring(slots: readonly string[]): Promise<void> {
    for (const slot of slots) {
      await attach(page, slot, documentFor(slot));
      await documentRow(page, documentFor(slot).name, UPLOADED).waitFor();
    }
    await saved(page);
  }
  async function expectSentOnce(id: string): Promise<void> {
    await page.getByText('Application submitted successfully!').first().waitFor(UNTIL_ARRIVED);
    for (const service of ['offers', 'student-workflow', 'file-workflow'] as const)
      expect(mocks.effects(service).map(({ key }) => key)).toEqual([id]);
    const [mail] = mocks.received({ service: 'file-workflow', idempotencyKey: id });
    const sums = typed.requiredDocuments.map((slot) => sha256(documentFor(slot).bytes));
    expect(mail?.files?.map((file) => file.sha256)).toEqual(sums);
  }

  test('an old page with a service worker that is open when the server is replaced brings its documents, sends, and follows to the end', async () => {
    await open('allow');
    const [first = '', ...others] = typed.requiredDocuments;
    const id = await fill([first]);
    await replaceServer();
    await bring(others);
    await confirmApplication(page);
    await expectSentOnce(id);
  });

  test('an old page without a service worker sends after a page of today has made pages of photos, and removes them with what it sends', async () => {
    await open('block');
    const [first = '', ...others] = typed.requiredDocuments;
    const id = await fill([first]);
    await replaceServer();
    const today = await openPage(context, proxy.url);
    await today.getByRole('button', { name: 'Take over', exact: true }).click();
    await openScan(today, 'cv');
    await addPhotos(today, [{ name: 'cv.jpg', mimeType: 'image/jpeg', buffer: await makePhoto(today) }], 1);
    await expect.poll(() => keptPageKeys(today)).toHaveLength(2);
    await today.close();
    await page.getByRole('button', { name: 'Take over', exact: true }).click();
    await bring(others);
    expect(await keptPageKeys(page)).toHaveLength(2);
    await confirmApplication(page);
    await expectSentOnce(id);
    await expect.poll(() => keptPageKeys(page)).toEqual([]);
  });

  test('an old page that needs a script which is gone says how to go on, and loaded again it has what was typed', async () => {
    await open('block');
    await openCard(page, 'student-form');
    const [answers = {}] = steps();
    await answerStep(page, answers, Object.keys(answers));
    await saved(page);
    await page.getByRole('button', { name: /^Back( to home)?$/ }).click();
    await page.locator('main[data-view="home"]').waitFor();
    await replaceServer();
    await page.getByRole('button', { name: 'Short application', exact: true }).click();
    await page.getByText('This page has stopped working').waitFor(UNTIL_ARRIVED);
    await page.getByRole('button', { name: 'Load the page again', exact: true }).click();
    await page.getByRole('button', { name: `Open ${nameOf(person())}`, exact: true }).click();
    await page.locator('form[data-step="1"]').waitFor();
    await expect.poll(() => answersOn(page, Object.keys(answers))).toEqual(answers);
  });

  test('a page of today asks a server of that release: it brings its documents, sends, and follows to the end', async () => {
    servers = { pages: await start(), api: old };
    await open('block');
    const id = await fill(typed.requiredDocuments);
    await confirmApplication(page);
    await expectSentOnce(id);
    // That server has no texts of the college, and the page shows none.
    expect(page.watched.troubles.filter((trouble) => !trouble.endsWith('/api/college'))).toEqual([]);
  });
});
