import type { CDPSession, Page } from 'playwright-core';

/** In the page: presses the Student card as soon as it is there, and notes when the first field can be typed into. */
function watchForFirstField(): void {
  const look = (): void => {
    const field = document.querySelector<HTMLInputElement>('#root [name=firstName], form [name=firstName]');
    if (field?.checkVisibility()) {
      Object.assign(window, { firstFieldAt: performance.now() });
      return;
    }
    document.querySelector<HTMLElement>('#root [data-go="student-form"]')?.click();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Milliseconds from opening the address to a first field that can be typed into. */
export async function timeToFirstField(page: Page, _session: CDPSession, url: string): Promise<number> {
  await page.addInitScript(watchForFirstField);
  await page.goto(url, { waitUntil: 'commit' });
  const found = await page.waitForFunction(() => (window as { firstFieldAt?: number }).firstFieldAt, undefined, {
    timeout: 60_000,
  });
  return (await found.jsonValue()) ?? Number.NaN;
}
