/** @module-tag slow */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '#tests/support/needs.ts';
import { canKeepPages, DESKTOP, launchBlockingCookies, openPage } from './support/browser.ts';
import { openScene, type Scene } from './support/scene.ts';
import { fillApplication } from './support/student.ts';
import { confirmApplication } from './support/wizard.ts';

let scene: Scene;
let directory: string;
let context: BrowserContext;
beforeAll(async () => {
  scene = await openScene();
  directory = await mkdtemp(path.join(tmpdir(), 'blocked-'));
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});
afterEach(async () => {
  await context.close();
  await scene.clear();
});

/** Chromium itself, which then blocks storage, databases, caches and locks, each in its own way. */
async function blockingCookies(): Promise<BrowserContext> {
  const made = await launchBlockingCookies(directory);
  made.setDefaultTimeout(60_000);
  return made;
}

/** A browser in which already to name what would store something throws. */
async function throwingGetters(): Promise<BrowserContext> {
  const made = await scene.context({ ...DESKTOP, serviceWorkers: 'allow' });
  await made.addInitScript(() => {
    const refuse = (owner: object, name: string) =>
      Object.defineProperty(owner, name, {
        configurable: true,
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) refuse(window, name);
    refuse(Navigator.prototype, 'serviceWorker');
  });
  return made;
}

describe.each([
  ['with all cookies blocked', blockingCookies, canKeepPages()],
  ['that throws where storage is only named', throwingGetters, true],
] as const)('a browser %s', (_which, open, isHere) => {
  const here = needs(isHere, 'the Chromium without windows has no such setting');
  test('opens, says that nothing is kept on this device, and submits all the same', here, async () => {
    context = await open();
    const page = await openPage(context, scene.product.url);
    await fillApplication(page);
    await page.locator('[data-save-state=failed]').waitFor();
    await page
      .getByText('This browser does not allow saving here. Your answers stay on this page while it is open.')
      .first()
      .waitFor();
    await page.getByText('We could not save all your documents on this device').waitFor();
    await confirmApplication(page);
    await page.getByText('Application submitted successfully!').first().waitFor();
    expect(scene.mocks.effects('student-workflow')).toHaveLength(1);
    await page.getByText('Close', { exact: true }).click();
    await page.locator('main[data-view="home"]').waitFor();
    expect(page.watched.troubles).toEqual([]);
  });
});
