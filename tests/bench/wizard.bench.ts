import type { CDPSession, Page } from 'playwright-core';
import { studentForm } from '#domain/student/form.ts';
import { DESKTOP } from '../browser/support/browser.ts';
import { AGENT, openScene, type Scene } from '../browser/support/scene.ts';
import { attachRequired, fillStep, MAXIMAL, reachStep } from '../browser/support/student.ts';
import { openCard, saved } from '../browser/support/wizard.ts';
import { type Bench, type Figure, median } from './figure.ts';

const CPU_SLOWDOWN = 4;
const BUDGET_MS = 100;
const ROUNDS = 7;

/** From the press to the frame that shows its outcome. */
type Pressing = { readonly button: string; readonly until: string };

/** One press: until the frame was painted, and how long the page's own thread worked for it. Milliseconds. */
type Cost = { readonly painted: number; readonly busy: number };
type SlowPage = { readonly page: Page; readonly session: CDPSession };

/** Step changes with everything filled, and Next on an empty step, on a slow phone. */
const bench: Bench = async () => {
  await using scene = await openScene({ agents: [AGENT] });
  const filled = await openFilled(scene);
  const figures: Figure[] = [];
  for (const [from, to] of CHANGES)
    figures.push(...figuresOf(`step ${from} to ${to}, everything filled`, await backAndForth(filled, from, to)));
  figures.push(...figuresOf('Next on an empty step 1, until its messages are painted', await nextOnEmpty(scene, 1)));
  // Its scripts run for the first time then, which a slow processor feels most: shown, with no budget of its own.
  const slow = figuresOf('the same, four times slower', await nextOnEmpty(scene, CPU_SLOWDOWN));
  return [...figures, ...slow.map(({ budget: _none, ...figure }) => figure)];
};
export default bench;

const CHANGES = [
  [4, 3],
  [3, 2],
  [2, 1],
  [1, 2],
  [2, 3],
  [3, 4],
] as const;

/** The clock also counts what else the machine does; the thread's own time (script, style, layout) does not. */
const figuresOf = (what: string, costs: readonly Cost[]): Figure[] => [
  { what, value: median(costs.map(({ painted }) => painted)), unit: 'ms', budget: BUDGET_MS },
  { what: '  of it script+style+layout', value: median(costs.map(({ busy }) => busy)), unit: 'ms', budget: BUDGET_MS },
];

async function slowDown(page: Page, rate = CPU_SLOWDOWN): Promise<SlowPage> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, session };
}

async function openFilled(scene: Scene): Promise<SlowPage> {
  const page = await scene.open(DESKTOP);
  await reachStep(page, studentForm.steps.length, MAXIMAL);
  await fillStep(page, studentForm.steps.length, MAXIMAL);
  await attachRequired(page);
  await saved(page);
  return slowDown(page);
}

/** Times the way from one step to its neighbour, and ends there. */
async function backAndForth(slow: SlowPage, from: number, to: number): Promise<Cost[]> {
  const away = { button: to < from ? 'Previous' : 'Next', until: `form[data-step="${to}"]` };
  const home = { button: to < from ? 'Next' : 'Previous', until: `form[data-step="${from}"]` };
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await press(slow, home);
    costs.push(await press(slow, away));
  }
  return costs;
}

async function nextOnEmpty(scene: Scene, rate: number): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await scene.open(DESKTOP);
    await openCard(page, 'student-form');
    await page.locator('main[data-draft]').waitFor();
    await page.locator('form button:enabled', { hasText: 'Next' }).waitFor();
    costs.push(await press(await slowDown(page, rate), { button: 'Next', until: '[id$="-error"]' }));
    await page.context().close();
  }
  return costs;
}

/** Presses in a page that is at rest: what the press before started (saving, uploads' words) is not this one's. */
async function press({ page, session }: SlowPage, pressing: Pressing): Promise<Cost> {
  await saved(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const before = await busySeconds(session);
  const painted = await timePress(page, pressing);
  return { painted, busy: ((await busySeconds(session)) - before) * 1000 };
}

async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration');
}

/** In the page: milliseconds from a click to the frame after the one that changed the document. */
function timePress(page: Page, pressing: Pressing): Promise<number> {
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
