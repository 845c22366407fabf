import type { Page } from 'playwright-core';

/** From now on no timer of the page fires, until the test lets its clock run. Other tests cannot use the page. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
}
