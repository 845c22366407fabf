import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const GRAVE = ['serious', 'critical'];

/**
 * What axe finds serious or critical on the current page, as 'rule: element'; `within` limits it to a part, `rules` to
 * some rules.
 */
export async function graveFaults(page: Page, within = 'body', rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(endOfAnimations);
  // The page's content policy does not apply to the test's tools.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const results: AxeResults = await page.evaluate(
    ([part, only]) => window.axe.run(part, { resultTypes: ['violations'], ...(only && { runOnly: [...only] }) }),
    [within, rules] as const,
  );
  return results.violations
    .filter(({ impact }) => impact && GRAVE.includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Waits for animations, because a fading element has other colours. Ignores endless animations. Runs in the page. */
async function endOfAnimations(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const LEAST_TARGET_PX = 24;

/**
 * Controls smaller than 24 by 24 pixels (WCAG 2.2, 2.5.8). A tick's target is its whole label. A link within a sentence
 * is exempt.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [role=option]');
    return [...controls].flatMap((control) => {
      const inSentence = control.matches('p a, li a, dd a');
      const target = control.matches('[type=radio], [type=checkbox]') ? (control.closest('label') ?? control) : control;
      const { width, height } = target.getBoundingClientRect();
      const seen = target.checkVisibility() && width > 1 && height > 1;
      if (!seen || inSentence || (width >= least && height >= least)) return [];
      return [`${control.tagName} '${control.textContent}' ${Math.round(width)}x${Math.round(height)}`];
    });
  }, LEAST_TARGET_PX);
}

/**
 * How many pixels the document is wider than the screen: 0 if there is no sideways scrolling. The window is no measure,
 * because a phone zooms out until a wide page fits it.
 */
export const excessWidth = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

/** Headings that are more than one level below the previous heading. */
export const skippedLevels = (page: Page): Promise<string[]> =>
  page.locator('h1, h2, h3, h4').evaluateAll((all) =>
    all.flatMap((one, index) => {
      const before = Number(all[index - 1]?.tagName[1] ?? 0);
      return Number(one.tagName[1]) > before + 1 ? [`${one.tagName} '${one.textContent}' after H${before}`] : [];
    }),
  );
