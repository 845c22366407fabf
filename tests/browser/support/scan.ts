import type { Locator, Page } from 'playwright-core';
import { keptKeys } from './kept-here.ts';

/** A file for a file input. */
export interface Photo {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const slot = (page: Page, name: string) => page.locator(`[data-document="${name}"]`);
export const scanDialog = (page: Page) => page.getByRole('dialog', { name: /^Make a PDF from photos/ });
export const cropDialog = (page: Page) => page.getByRole('dialog', { name: /^Crop page/ });
export const dialogButton = (page: Page, name: string | RegExp, within: Locator = scanDialog(page)) =>
  within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });

/** Opens the scan dialog of the slot with that name. */
export async function openScan(page: Page, name: string): Promise<void> {
  await slot(page, name)
    .getByRole('button', { name: /^(?:Make a PDF from photos|Continue with)/ })
    .click();
  await scanDialog(page).waitFor();
}

/** The same if there is only one slot: on a phone that has opened a link. */
export async function openScanOf(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make a PDF from photos or PDFs', exact: true }).click();
  await scanDialog(page).waitFor();
}

export const pageCards = (page: Page) => scanDialog(page).locator('[data-page]');

/** Adds photos from the gallery and waits until there are `count` pages with pictures. */
export async function addPhotos(page: Page, photos: readonly Photo[], count: number): Promise<void> {
  await scanDialog(page)
    .getByLabel('Add photos', { exact: true })
    .first()
    .setInputFiles([...photos]);
  await pagesShown(page, count);
}

export async function pagesShown(page: Page, count: number): Promise<void> {
  await pageCards(page)
    .nth(count - 1)
    .locator('img')
    .waitFor();
  await scanDialog(page).locator('progress').first().waitFor({ state: 'detached' });
}

/** The names of the pages' source files, in page order. */
export const namesInOrder = (page: Page): Promise<string[]> =>
  pageCards(page).locator('[data-part=about]').allTextContents();

/** The keys of all data about pages in work on this device. */
export const keptPageKeys = async (page: Page): Promise<readonly string[]> =>
  (await keptKeys(page, 'files')).map((key) => String(key[1])).filter((key) => key.startsWith('scan:'));
