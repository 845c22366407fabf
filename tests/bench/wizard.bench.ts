import { studentForm } from '#domain/student/form.ts';
import { DESKTOP } from '../browser/support/browser.ts';
import { AGENT, openScene, type Scene } from '../browser/support/scene.ts';
import { attachRequired, fillStep, MAXIMAL, reachStep } from '../browser/support/student.ts';
import { openCard, saved } from '../browser/support/wizard.ts';
import { type Bench, type Figure, median } from './figure.ts';
import { type Cost, type Pressing, press, type SlowPage, slowDown } from './support/press.ts';

const CPU_SLOWDOWN = 4;
const BUDGET_MS = 100;
const ROUNDS = 7;

/** Measures step changes with every answer filled in, and Next on an empty step, on a slow phone. */
const bench: Bench = async () => {
  await using scene = await openScene({ agents: [AGENT] });
  const filled = await openFilled(scene);
  const figures: Figure[] = [];
  for (const [from, to] of CHANGES)
    figures.push(...figuresOf(`step ${from} to ${to}, everything filled`, await backAndForth(filled, from, to)));
  figures.push(...figuresOf('Next on an empty step 1, until its messages are painted', await nextOnEmpty(scene, 1)));
  // Its scripts run for the first time then, which is slowest on a slow processor: it is shown without a separate
  // budget.
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

/** The clock includes other work of the machine; the thread's own time (script, style, layout) does not. */
const figuresOf = (what: string, costs: readonly Cost[]): Figure[] => [
  { what, value: median(costs.map(({ painted }) => painted)), unit: 'ms', budget: BUDGET_MS },
  { what: '  of it script+style+layout', value: median(costs.map(({ busy }) => busy)), unit: 'ms', budget: BUDGET_MS },
];

async function openFilled(scene: Scene): Promise<SlowPage> {
  const page = await scene.open(DESKTOP);
  await reachStep(page, studentForm.steps.length, MAXIMAL);
  await fillStep(page, studentForm.steps.length, MAXIMAL);
  await attachRequired(page);
  await saved(page);
  return slowDown(page, CPU_SLOWDOWN);
}

/** Times the change from one step to its neighbour, and ends there. */
async function backAndForth(slow: SlowPage, from: number, to: number): Promise<Cost[]> {
  const away = { button: to < from ? 'Previous' : 'Next', until: `form[data-step="${to}"]` };
  const home = { button: to < from ? 'Next' : 'Previous', until: `form[data-step="${from}"]` };
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await pressWhenSaved(slow, home);
    costs.push(await pressWhenSaved(slow, away));
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
    costs.push(await pressWhenSaved(await slowDown(page, rate), { button: 'Next', until: '[id$="-error"]' }));
    await page.context().close();
  }
  return costs;
}

/** Presses after everything is saved, so that earlier work (saving, upload messages) is not counted. */
async function pressWhenSaved(slow: SlowPage, pressing: Pressing): Promise<Cost> {
  await saved(slow.page);
  return press(slow, pressing);
}
