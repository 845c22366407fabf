import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { agencyForm } from '#domain/agency/form.ts';
import { SLOW } from '#tests/support/slow.ts';
import { type MarkedAnswers, markedFileName, marksIn } from '../support/marked-answers.ts';
import { startProduct } from '../support/product.ts';
import { applicationId } from './support/agency.ts';
import { openPage } from './support/browser.ts';
import { answersFor, CASES, type Case, MARKED_AGENT, questionsOf, refuseOnce } from './support/marked-forms.ts';
import { type DevTools, installDevTools, notedIn, placesIn } from './support/redux-devtools.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { saved } from './support/wizard.ts';

const scene = sceneOfFile({ agents: [MARKED_AGENT] });

/** What the extension may do, and whether the page hides anything from it. */
const allowedIn = async (page: Page) => {
  await page.locator('html[data-adopted]').waitFor({ state: 'attached' });
  return page.evaluate(() => {
    const { features, actionSanitizer } = Reflect.get(window, 'allowed') as DevTools;
    return { features, sanitized: actionSanitizer !== undefined };
  });
};

test('Redux DevTools exports nothing, since an export would have everything', async () => {
  const context = await scene.context();
  await installDevTools(context);
  const { features, sanitized } = await allowedIn(await openPage(context, scene.product.url));
  expect(features).toMatchObject({ export: false, import: false });
  expect(sanitized).toBe(true);
});

test('where the developer tools are on, it shows everything, from the second visit on', SLOW, async () => {
  await using product = await startProduct({ env: { ...scene.mocks.env, DEV_TOOLS: '1' } });
  const context = await scene.context();
  await installDevTools(context);
  const page = await openPage(context, product.url);
  await page.getByRole('button', { name: 'Developer tools' }).waitFor();
  await page.reload();
  await page.locator('html[data-adopted]').waitFor({ state: 'attached' });
  expect((await allowedIn(page)).sanitized).toBe(false);
});

function leavesNoMark(_what: string, way: Case): void {
  test('is refused, sent and confirmed, and no mark can be read in DevTools, console, address or anywhere beside', async () => {
    const context = await scene.context();
    await installDevTools(context);
    const page = await openPage(context, scene.product.url);
    const written: string[] = [];
    page.on('console', (message) => written.push(message.text()));
    page.on('pageerror', ({ message, stack }) => written.push(message, stack ?? ''));
    await way.open(page);
    // The agency's number is the page's own, and as much the agency's as what it answers.
    const number = way.form === agencyForm ? { agentApplicationId: await applicationId(page) } : {};
    const answers: MarkedAnswers = { ...answersFor(way.form), ...number };
    await way.fill(page, answers);
    await saved(page);
    await refuseOnce(page, answers);
    await way.submit(page);
    await way.refused(page);
    await way.submit(page);
    await way.ended(page);

    const { shown, within } = await notedIn(page);
    const typed = questionsOf(way.form).map((name) => answers[name]);
    for (const text of [...typed, ...way.slots.map(markedFileName)]) expect(within).toContain(JSON.stringify(text));
    const found = shown.flatMap(({ action, state }) => marksIn({ [action.type]: { action, state } }, answers));
    // Some of many: an answer that is seen is seen in every state from then on.
    expect([...new Set(found)].slice(0, 20)).toEqual([]);
    expect(marksIn({ written, ...(await placesIn(page)) }, answers)).toEqual([]);
    const types = new Set(shown.map(({ action }) => action.type));
    expect(types).toContain('documents/progressed');
    expect(types).toContain('submission/accepted');
  });
}

const cases = Object.entries(CASES);
describe.each(cases.slice(0, 1))('%s with a mark in every field and every file name', leavesNoMark);
describe.each(cases.slice(1))('%s with a mark in every field and every file name', SLOW, leavesNoMark);
