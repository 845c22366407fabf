import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { watch } from './browser.ts';
import type { Scene, WatchedPage } from './scene.ts';

/** Opens a link that leads to a view, on a new device or on the given one. */
export async function openLink(
  scene: Scene,
  link: string,
  view: 'from-device' | 'from-phone',
  where: BrowserContext | BrowserContextOptions,
): Promise<WatchedPage> {
  const context = 'newPage' in where ? where : await scene.context(where);
  const page = await context.newPage();
  const watched = watch(page);
  await page.goto(link);
  await page.locator(`main[data-view=${view}]`).waitFor();
  return Object.assign(page, { watched });
}
