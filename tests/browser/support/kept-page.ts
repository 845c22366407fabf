import { DESKTOP, watch } from './browser.ts';
import type { WatchedPage } from './scene.ts';

/** A page that is used by one test after the other; opened at its first use, and again where a test has closed it. */
export function keptPage(open: () => Promise<WatchedPage>) {
  let page: WatchedPage | undefined;
  return {
    async reopen(): Promise<WatchedPage> {
      if (page === undefined || page.isClosed()) page = await open();
      else await openAgain(page);
      return page;
    },
  };
}

/** The page as a first visitor gets it: its device has nothing, its browser allows nothing, and has its files in the cache. */
async function openAgain(page: WatchedPage): Promise<void> {
  const { origin } = new URL(page.url());
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Away from the page, which writes when it is left, to a document of the site that has no scripts.
  await page.goto(`${origin}/healthz`);
  await page.evaluate(emptyDevice);
  await page.context().clearCookies();
  await page.context().clearPermissions();
  if (DESKTOP.viewport) await page.setViewportSize(DESKTOP.viewport);
  for (const event of ['console', 'pageerror'] as const) page.removeAllListeners(event);
  Object.assign(page, { watched: watch(page) });
  await page.goto(origin);
  await page.locator('main[data-view]').waitFor({ state: 'attached' });
}

/** In the page: removes all that the site has kept. */
async function emptyDevice(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name = '' } of await indexedDB.databases()) {
    await new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase(name);
      deleting.addEventListener('success', resolve);
      deleting.addEventListener('error', () => reject(deleting.error));
    });
  }
  for (const cache of await caches.keys()) await caches.delete(cache);
}
