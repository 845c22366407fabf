import type { BrowserContext } from 'playwright-core';
import { watch } from './browser.ts';
import type { WatchedPage } from './scene.ts';

/** The stored data of a browser, as Playwright reads it. */
export type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * A page that several tests use in turn. It is opened at its first use, and again if a test has closed it. Routes,
 * permissions and listeners of a test are removed, but not a clock, an init script or a DevTools setting.
 */
export function keptPage(open: () => Promise<WatchedPage>, { origin }: URL) {
  let page: WatchedPage | undefined;
  return {
    /** Reloads the page for a device that has only this storage, or nothing. */
    async reopen(storage: Storage = { cookies: [], origins: [] }): Promise<WatchedPage> {
      if (page === undefined || page.isClosed()) page = await open();
      await comeBack(page, origin, storage);
      return page;
    },
  };
}

async function comeBack(page: WatchedPage, origin: string, storage: Storage): Promise<void> {
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // The page writes when it is left, so the test first moves to a document of the site without scripts.
  await page.goto(`${origin}/healthz`);
  await page.evaluate(() => sessionStorage.clear());
  await page.context().setStorageState(storage);
  await page.context().clearPermissions();
  await page.emulateMedia({ media: null });
  for (const event of ['console', 'pageerror', 'request'] as const) page.removeAllListeners(event);
  Object.assign(page, { watched: watch(page) });
  await page.goto(origin);
  await page.locator('main[data-view]').waitFor({ state: 'attached' });
}
