import type { Page } from 'playwright-core';
import { studentForm } from '#domain/student/form.ts';
import { DESKTOP } from '../browser/support/browser.ts';
import { AGENT, openScene, type Scene } from '../browser/support/scene.ts';
import { attachRequired, button, fillStep, MAXIMAL, reachStep } from '../browser/support/student.ts';
import { openCard, saved } from '../browser/support/wizard.ts';
import { type Bench, type Figure, median } from './figure.ts';

const CPU_SLOWDOWN = 4;
const BUDGET_MS = 100;
const ROUNDS = 5;

/** From the press to the frame that shows its outcome. */
type Pressing = { readonly button: string; readonly until: string };

/** Step changes with everything filled, and Next on an empty step, on a slow phone. */
const bench: Bench = async () => {
  await using scene = await openScene({ agents: [AGENT] });
  const filled = await openFilled(scene);
  const figures: Figure[] = [];
  for (const [from, to] of [
    [4, 3],
    [3, 2],
    [2, 1],
  ] as const)
    figures.push(figureOf(`step ${from} to ${to}, everything filled`, await backAndForth(filled, from, to, 'back')));
  for (const [from, to] of [
    [1, 2],
    [2, 3],
    [3, 4],
  ] as const)
    figures.push(figureOf(`step ${from} to ${to}, everything filled`, await backAndForth(filled, from, to, 'forth')));
  figures.push(figureOf('Next on an empty step 1, until its messages are painted', await nextOnEmpty(scene)));
  return figures;
};
export default bench;

const figureOf = (what: string, times: readonly number[]): Figure => ({
  what,
  value: median(times),
  unit: 'ms',
  budget: BUDGET_MS,
});

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

async function openFilled(scene: Scene): Promise<Page> {
  const page = await scene.open(DESKTOP);
  await reachStep(page, studentForm.steps.length, MAXIMAL);
  await fillStep(page, studentForm.steps.length, MAXIMAL);
  await attachRequired(page);
  await saved(page);
  await slowDown(page);
  return page;
}

/** Times one direction between two neighbouring steps, and ends at `to`. */
async function backAndForth(page: Page, from: number, to: number, timed: 'back' | 'forth'): Promise<number[]> {
  const away = { button: timed === 'back' ? 'Previous' : 'Next', until: `form[data-step="${to}"]` };
  const home = { button: timed === 'back' ? 'Next' : 'Previous', until: `form[data-step="${from}"]` };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await press(page, home);
    times.push(await press(page, away));
  }
  return times;
}

async function nextOnEmpty(scene: Scene): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await scene.open(DESKTOP);
    await openCard(page, 'student-form');
    await page.locator('main[data-draft]').waitFor();
    await button(page, 'Next').waitFor();
    await slowDown(page);
    times.push(await press(page, { button: 'Next', until: '[id$="-error"]' }));
    await page.context().close();
  }
  return times;
}

/** In the page: milliseconds from a click to the frame after the one that changed the document. */
function press(page: Page, pressing: Pressing): Promise<number> {
  return page.evaluate(({ button: words, until }) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const target = [...document.querySelectorAll('form button')].find((one) => one.textContent === words);
    const begun = performance.now();
    const watching = new MutationObserver(() => {
      if (document.querySelector(until) === null) return;
      watching.disconnect();
      // The callback of a frame runs before its painting; a task of its own after it.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
    });
    watching.observe(document.body, { subtree: true, childList: true, attributes: true });
    (target as HTMLButtonElement).click();
    return promise;
  }, pressing);
}
