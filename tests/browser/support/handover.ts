import type { BrowserContext, Page } from 'playwright-core';
import { PHONE } from './browser.ts';
import { openLink } from './opened-link.ts';
import type { Scene, WatchedPage } from './scene.ts';

export const handoverDialog = (page: Page) => page.getByRole('dialog', { name: 'Continue on another device' });
export const dialogAction = (page: Page, name: string) =>
  handoverDialog(page).getByRole('button', { name, exact: true });

/** Opens the dialog in the form. */
export async function openHandover(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue on another device', exact: true }).click();
  await handoverDialog(page).waitFor();
}

/** Makes a link for the open draft and returns it. */
export async function makeLink(page: Page): Promise<string> {
  await openHandover(page);
  await dialogAction(page, 'Make the link').click();
  return handoverDialog(page).getByLabel('Link for the other device', { exact: true }).inputValue();
}

/** Opens a link on another device. */
export const openOnDevice = (
  scene: Scene,
  link: string,
  where: BrowserContext | typeof PHONE = PHONE,
): Promise<WatchedPage> => openLink(scene, link, 'from-device', where);
