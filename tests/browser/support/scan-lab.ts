import type { Browser, Page } from 'playwright-core';
import { launchBrowser, PHONE } from './browser.ts';
import { serveLab } from './lab.ts';

/** The scan engine alone in a browser, built like the product and served with its headers. */
export interface ScanLab {
  readonly browser: Browser;
  readonly url: string;
  /** Opens a page with `window.lab`. */
  open(): Promise<Page>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openScanLab(): Promise<ScanLab> {
  const served = await serveLab('tests/browser/support/scan-lab/index.html');
  const browser = await launchBrowser();
  const { url } = served;
  return {
    browser,
    url,
    async open() {
      const page = await browser.newPage(PHONE);
      await page.goto(url);
      await page.waitForFunction(() => window.lab !== undefined);
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await served[Symbol.asyncDispose]();
    },
  };
}
