/** @module-tag slow */
import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPage } from './support/browser.ts';
import { openScene, type Scene } from './support/scene.ts';
import { fillApplication, uploaded } from './support/student.ts';
import { confirmApplication, saved } from './support/wizard.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene[Symbol.asyncDispose]());
afterEach(() => scene.clear());

/**
 * A browser in which a write is refused with an error, and its transaction is then neither committed nor aborted: all that
 * come after it wait for ever. So is WebKit in a private window when it is given a Blob (`blobs`); `files` is worse.
 */
async function withBrokenWrites(which: 'blobs' | 'files'): Promise<BrowserContext> {
  const context = await scene.context();
  await context.addInitScript((broken) => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, ...key) {
      const isRefused = broken === 'blobs' ? value?.bytes instanceof Blob : this.name === 'files';
      if (!isRefused) return put.call(this, value, ...key);
      const holdOpen = () => {
        // The page itself may not end it either.
        this.count().onsuccess = holdOpen;
      };
      holdOpen();
      this.transaction.abort = () => {
        throw new DOMException('The transaction is inactive or finished.', 'InvalidStateError');
      };
      const refused = this.add({});
      refused.addEventListener('error', (event) => event.preventDefault(), { capture: true });
      return refused;
    };
  }, which);
  return context;
}

describe('a private window of WebKit, whose database refuses files and leaves the transaction open', () => {
  test('takes four documents, has them again after a reload, and submits', async () => {
    const page = await openPage(await withBrokenWrites('blobs'), scene.product.url);
    await fillApplication(page);
    await saved(page);
    expect(await page.getByText('This browser could not save a copy').count()).toBe(0);
    await page.reload();
    await uploaded(page, 4);
    await confirmApplication(page);
    await page.getByText('Application submitted successfully!').first().waitFor();
    expect(scene.mocks.received({ service: 'file-workflow' })[0]?.files).toHaveLength(4);
    expect(page.watched.troubles).toEqual([]);
  });
});

describe('a browser whose database takes no document at all, and never says so', () => {
  test('sends them all the same, and the application too', async () => {
    const page = await openPage(await withBrokenWrites('files'), scene.product.url);
    await fillApplication(page);
    await confirmApplication(page);
    await page.getByText('Application submitted successfully!').first().waitFor();
    expect(scene.mocks.received({ service: 'file-workflow' })[0]?.files).toHaveLength(4);
  });
});
