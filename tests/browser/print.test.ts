/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPaper } from '../engines/support/paper.ts';
import { openBarePage } from '../support/browser-storage.ts';
import { makePdf } from '../support/pdf.ts';
import { manyDrafts, seed } from './support/drafts-seed.ts';
import { fillProfile, openFilledIn } from './support/filled.ts';
import { withoutCss } from './support/old-engine.ts';
import { AGENT, openScene, type Scene, type WatchedPage } from './support/scene.ts';
import { attachRequired, button, MAXIMAL, REQUIRED_DOCUMENTS } from './support/student.ts';
import { answer, confirmApplication, openCard, saved } from './support/wizard.ts';

/** What A4 leaves between its margins of 18 mm. */
const A4 = { viewport: { width: 658, height: 987 } };

let scene: Scene;
let page: WatchedPage;
beforeAll(async () => {
  scene = await openScene();
  const profile = (await fillProfile(scene)).copy();
  const context = await scene.context({ ...A4, colorScheme: 'dark', ...profile });
  // What is printed depends on nothing that only newer browsers know (Firefox before 121).
  await withoutCss(context, [':has(']);
  page = await openFilledIn(scene, context);
  await attachRequired(page);
});
afterAll(() => scene[Symbol.asyncDispose]());

/** What is wrong with the open modal as paper shows it, and everything that it says there. */
async function onPaper() {
  await page.emulateMedia({ media: 'print' });
  const found = await page.evaluate(() => {
    const seen = (one: Element) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
    const all = [...document.querySelectorAll('body *')].filter((one) => seen(one) && one.children.length === 0);
    const paper = document.querySelector('dialog[open]');
    const outside = all.filter((one) => !paper?.contains(one) && one.textContent?.trim());
    const cut = all.filter((one) => {
      const { top, left, right } = one.getBoundingClientRect();
      return top + window.scrollY < 0 || left < 0 || right > window.innerWidth;
    });
    const scrolls = paper !== null && paper.scrollHeight > paper.clientHeight + 1;
    const text = (paper as HTMLElement).innerText;
    const ink = getComputedStyle(paper as Element).color;
    const words = (ones: Element[]) => ones.map((one) => one.textContent);
    return { faults: { outside: words(outside), cut: words(cut), scrolls }, text, ink };
  });
  const buttons = await page.locator('dialog[open] button').filter({ visible: true }).count();
  await page.emulateMedia({ media: null });
  return { ...found, buttons };
}
const WHOLE = { outside: [], cut: [], scrolls: false };
/** Dark letters, regardless of the screen. */
const isDark = (color: string) => (color.match(/\d+/g) ?? []).slice(0, 3).every((part) => Number(part) < 80);

test('the terms are printed whole, with their version, and without buttons', async () => {
  await button(page, 'Read the terms and conditions').click();
  const terms = page.getByRole('dialog', { name: 'Enrolment terms and conditions' });
  await terms.getByText('Version 1.0 of 1 November 2026').waitFor();
  const { faults, buttons, text, ink } = await onPaper();
  expect(faults).toEqual(WHOLE);
  expect(buttons).toBe(0);
  expect(text).toContain('Version 1.0 of 1 November 2026');
  expect(isDark(ink)).toBe(true);
  await terms.getByRole('button', { name: 'Close' }).last().click();
  await terms.waitFor({ state: 'detached' });
});

test('the receipt is printed whole: reference, time, documents with SHA-256, and everything that was sent', async () => {
  await confirmApplication(page);
  await page.getByText('Application submitted successfully!').first().waitFor();
  const { faults, buttons, text } = await onPaper();
  expect(faults).toEqual(WHOLE);
  expect(buttons).toBe(0);
  const sent = [
    'Application receipt',
    scene.mocks.offers()[0]?.offerId ?? '-',
    'SHA-256',
    'Personal Information',
    'E12345678',
  ];
  for (const words of sent) expect(text).toContain(words);
  expect(text).not.toContain('Preparing your application');
});

// In a browser: what comes again on each page is the work of the browser that breaks the pages.
test('the unsigned copy says on each page whose it is and that not submitted, and not a receipt, and runs over no edge', async () => {
  const agent = await scene.open();
  await openCard(agent, 'agent');
  await openCard(agent, 'agent-student-form');
  await answer(agent, 'firstName', 'Zoe');
  await saved(agent);
  const writer = await openBarePage(agent.context(), scene.product.url);
  const chosen = { howDidYouHearAboutUs: 'Agent', selectedAgent: `${AGENT.name}|${AGENT.country}` };
  const drafts = manyDrafts(1, Date.now() - 60_000, 'agent').map((draft) => ({
    ...{ ...draft, step: 4, completedSteps: [1, 2, 3, 4] },
    answers: { ...MAXIMAL, ...chosen, firstName: 'Amelia', familyName: 'Rai' },
  }));
  await seed(writer, { drafts, slots: REQUIRED_DOCUMENTS, content: makePdf({ mark: 'document', bytes: 900 }) });
  await agent.reload();
  await button(agent, 'Back').click();
  await agent.getByRole('listitem').filter({ hasText: 'Amelia Rai' }).getByRole('checkbox').check();
  await button(agent, 'Review and submit 1').click();
  await button(agent, 'Print a copy for the student to check').click();
  await agent.getByRole('dialog', { name: 'Unsigned copy, not submitted' }).waitFor();

  const { pages, text, beyond } = await readPaper(await agent.pdf({ format: 'A4' }));
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toContain('Unsigned copy, not submitted: Amelia Rai');
  expect(beyond).toEqual([]);
  for (const words of ['Postal Address', 'academicQualifications.pdf']) expect(text).toContain(words);
  expect(text).not.toMatch(/Print copy|Download copy|Back to the review/);
});
