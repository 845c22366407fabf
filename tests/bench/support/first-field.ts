import type { CDPSession, Page } from 'playwright-core';

/**
 * Runs in the page: presses the Student card when it appears, and records when the first field accepts typing. With
 * `keeping`, it records when the device also keeps the text: the application runs and has a draft for it.
 */
function watchForFirstField(keeping: boolean): void {
  const look = (): void => {
    const field = document.querySelector<HTMLInputElement>('#root [name=firstName], form [name=firstName]');
    const usable = field?.checkVisibility() === true;
    if (!usable) document.querySelector<HTMLElement>('#root [data-go="student-form"]')?.click();
    if (usable && (!keeping || document.querySelector('main[data-draft]') !== null)) {
      Object.assign(window, { firstFieldAt: performance.now() });
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Milliseconds from opening the address to a first field that accepts typing. */
export async function timeToFirstField(page: Page, _session: CDPSession, url: string): Promise<number> {
  return timeTo(page, url, false);
}

/** Milliseconds from opening the address to a first field whose text is kept on the device. */
export async function timeToKeepingField(page: Page, _session: CDPSession, url: string): Promise<number> {
  return timeTo(page, url, true);
}

async function timeTo(page: Page, url: string, keeping: boolean): Promise<number> {
  await page.addInitScript(watchForFirstField, keeping);
  await page.goto(url, { waitUntil: 'commit' });
  const found = await page.waitForFunction(() => (window as { firstFieldAt?: number }).firstFieldAt, undefined, {
    timeout: 60_000,
  });
  return (await found.jsonValue()) ?? Number.NaN;
}
