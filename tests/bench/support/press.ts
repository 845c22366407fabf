import type { CDPSession, Page } from 'playwright-core';

/** A page on a slowed-down processor, and a session that reports its thread's time. */
export interface SlowPage {
  readonly page: Page;
  readonly session: CDPSession;
}

/** One press: the time until the frame was painted, and the page's own thread time. Milliseconds. */
export interface Cost {
  readonly painted: number;
  readonly busy: number;
}

/** The text of a button in a form, and a selector that matches after the press had its effect. */
export interface Pressing {
  readonly button: string;
  readonly until: string;
}

/** Slows a page's processor down by a factor. */
export async function slowDown(page: Page, rate: number): Promise<SlowPage> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, session };
}

/** Presses a button in an idle page, so that nothing else is measured. */
export async function press({ page, session }: SlowPage, pressing: Pressing): Promise<Cost> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
  const before = await busySeconds(session);
  const painted = await timePress(page, pressing);
  return { painted, busy: ((await busySeconds(session)) - before) * 1000 };
}

/** The thread time of the page so far, in seconds: script, style and layout. */
export async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration');
}

/** Runs in the page: milliseconds from a click to the frame after the change of the document. */
function timePress(page: Page, pressing: Pressing): Promise<number> {
  return page.evaluate(({ button: words, until }) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const target = [...document.querySelectorAll('form button')].find((one) => one.textContent === words);
    const begun = performance.now();
    const watching = new MutationObserver(() => {
      if (document.querySelector(until) === null) return;
      watching.disconnect();
      // A frame's callback runs before its painting; a separate task runs after it.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
    });
    watching.observe(document.body, { subtree: true, childList: true, attributes: true });
    (target as HTMLButtonElement).click();
    return promise;
  }, pressing);
}
