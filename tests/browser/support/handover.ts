import type { BrowserContext, Page } from 'playwright-core';
import { PHONE, watch } from './browser.ts';
import type { Scene, WatchedPage } from './scene.ts';

export const handoverDialog = (page: Page) => page.getByRole('dialog', { name: 'Continue on another device' });
export const dialogAction = (page: Page, name: string) =>
  handoverDialog(page).getByRole('button', { name, exact: true });

/** Opens the dialog in the form. */
export async function openHandover(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue on another device', exact: true }).click();
  await handoverDialog(page).waitFor();
}

/** Makes a link for the open draft; the link. */
export async function makeLink(page: Page): Promise<string> {
  await openHandover(page);
  await dialogAction(page, 'Make the link').click();
  return handoverDialog(page).getByLabel('Link for the other device', { exact: true }).inputValue();
}

/** A device on which somebody opens a link. */
export async function openOnDevice(
  scene: Scene,
  link: string,
  where: BrowserContext | typeof PHONE = PHONE,
): Promise<WatchedPage> {
  const context = 'newPage' in where ? where : await scene.context(where);
  const page = await context.newPage();
  const watched = watch(page);
  await page.goto(link);
  await page.locator('main[data-view=from-device]').waitFor();
  return Object.assign(page, { watched });
}

/** The ids of the drafts that a device has on its disk. */
export const keptDraftIds = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('applications');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const keys = opening.result.transaction('drafts').objectStore('drafts').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            resolve(keys.result.map(String));
          };
        };
      }),
  );
