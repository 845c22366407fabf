import type { BrowserContext } from 'playwright-core';
import { watch } from './browser.ts';
import type { WatchedPage } from './scene.ts';

/** What a browser has kept, as Playwright reads it. */
export type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * A page that is used by one test after the other; opened at its first use, and again where a test has closed it. What tests
 * route, allow or listen to is taken back, but not a clock, a script at the start or what is asked of the DevTools protocol.
 */
export function keptPage(open: () => Promise<WatchedPage>, { origin }: URL) {
  let page: WatchedPage | undefined;
  return {
    /** The page as a visitor gets it whose device has kept just this, or nothing. */
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
  // Away from the page, which writes when it is left, to a document of the site that has no scripts.
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
