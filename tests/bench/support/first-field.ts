import type { CDPSession, Page } from 'playwright-core';

/**
 * In the page: presses the Student card as soon as it is there, and notes when the first field can be typed into; or,
 * with `keeping`, when what is typed is also kept on the device: the application runs, and has a draft for it.
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

/** Milliseconds from opening the address to a first field that can be typed into. */
export async function timeToFirstField(page: Page, _session: CDPSession, url: string): Promise<number> {
  return timeTo(page, url, false);
}

/** Milliseconds from opening the address to a first field whose characters are kept on the device. */
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
