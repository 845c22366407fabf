/** @module-tag slow */
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { makePdf } from '../support/pdf.ts';
import { DESKTOP, openPage } from './support/browser.ts';
import { filledScene } from './support/filled.ts';
import { keptOffline, unexpected, WITH_WORKER } from './support/outbox.ts';
import { reachStep, uploaded } from './support/student.ts';
import { attach } from './support/wizard.ts';

const MB = 2 ** 20;
const filled = filledScene();
let proxy: FaultProxy | undefined;
afterEach(async () => {
  await proxy?.close();
  proxy = undefined;
  await filled.scene.product.start();
});

const SCRIPT = '/assets/scan/';
/** What the page asks for from now on that is a script of the look, and what it is answered, in this order. */
function listen(page: Page): readonly string[] {
  const heard: string[] = [];
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(SCRIPT)) heard.push('script');
  });
  page.context().on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith(UPLOADS_PATH)) heard.push('upload');
    if (pathname === '/healthz' && response.ok()) heard.push('server');
  });
  return heard;
}
/** Until the page has nothing to do, which is when it would look. */
const idle = (page: Page) => page.evaluate(() => new Promise<void>((done) => void requestIdleCallback(() => done())));
const firstPage = (page: Page, name: string) => page.getByRole('button', { name: `First page of ${name}` });

describe('the scripts that look at documents', () => {
  test('are not asked for while a document is uploaded, and are when all have arrived', async () => {
    proxy = await startFaultProxy(filled.scene.product.url);
    proxy.set({ kind: 'slow', bytesPerSecond: MB });
    const page = await openPage(await filled.scene.context(DESKTOP), proxy.url);
    await reachStep(page, 4);
    const heard = listen(page);
    await attach(page, 'passport', { name: 'passport.pdf', bytes: makePdf({ bytes: 3 * MB }) });
    await attach(page, 'cv', { name: 'cv.pdf', bytes: makePdf() });
    for (const name of ['passport.pdf', 'cv.pdf']) await firstPage(page, name).waitFor();
    expect(heard.indexOf('script')).toBeGreaterThan(heard.lastIndexOf('upload'));
    expect(page.watched.troubles).toEqual([]);
  });

  test('are not asked for without our server after a reload, and are when it is back', async () => {
    const page = await filled.openAt(4, WITH_WORKER);
    await keptOffline(page);
    await attach(page, 'cv', { name: 'cv.pdf', bytes: makePdf() });
    await uploaded(page, 1);
    await firstPage(page, 'cv.pdf').waitFor();
    await filled.scene.product.stop();
    const heard = listen(page);
    await page.reload();
    await page.locator('main[data-online="false"]').waitFor();
    await page.locator('[data-document="cv"] [data-upload-state="retrying"]').waitFor();
    await idle(page);
    expect(heard).toEqual([]);
    await filled.scene.product.start();
    await firstPage(page, 'cv.pdf').waitFor();
    expect(heard.indexOf('script')).toBeGreaterThan(heard.indexOf('server'));
    expect(unexpected(page)).toEqual([]);
    expect(page.watched.troubles.filter((trouble) => trouble.includes(SCRIPT))).toEqual([]);
  });
});
