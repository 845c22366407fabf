import type { Page } from 'playwright-core';
import { PHONE } from './browser.ts';
import { openLink } from './opened-link.ts';
import type { Scene, WatchedPage } from './scene.ts';

export const COMPUTER = { viewport: { width: 1280, height: 800 } };

export const relayDialog = (page: Page) => page.getByRole('dialog', { name: /^Use your phone’s camera/ });

/** Ends the link after the documents have arrived. */
export async function closeRelay(page: Page): Promise<void> {
  await relayDialog(page).getByRole('button', { name: 'Done', exact: true }).click();
  await relayDialog(page).waitFor({ state: 'detached' });
}

/** Opens the phone dialog of the slot with that name, and returns the link for the phone. */
export async function openRelay(page: Page, name: string): Promise<string> {
  await page
    .locator(`[data-document="${name}"]`)
    .getByRole('button', { name: 'Use your phone’s camera', exact: true })
    .click();
  return linkOf(page);
}

/** The link in the dialog. */
const linkOf = (page: Page): Promise<string> =>
  relayDialog(page).getByLabel('Link for your phone', { exact: true }).inputValue();

/** Opens a link on a separate phone. */
export const openOnPhone = (scene: Scene, link: string, options = PHONE): Promise<WatchedPage> =>
  openLink(scene, link, 'from-phone', options);
