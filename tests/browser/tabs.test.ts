import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { openPage } from './support/browser.ts';
import { openScene, type Scene } from './support/scene.ts';
import { button, draftId, value } from './support/student.ts';
import { answer, indicator, openCard, saved } from './support/wizard.ts';

let scene: Scene;
let context: BrowserContext;
let first: Awaited<ReturnType<typeof openPage>>;
let second: Awaited<ReturnType<typeof openPage>>;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(async () => {
  context = await scene.context();
  first = await openPage(context, scene.product.url);
  await openCard(first, 'student-form');
  await answer(first, 'firstName', 'Amelia');
  await saved(first);
  second = await openPage(context, scene.product.url);
  if ((await second.locator('main').getAttribute('data-view')) === 'home') await openCard(second, 'student-form');
});
afterEach(async () => {
  expect([...first.watched.troubles, ...second.watched.troubles]).toEqual([]);
  await scene.clear();
});

// The whole of it: a tab that could not let go in time says in its save state, too, where the application is open.
const told = (page: Page) => page.getByText('This application is open in another tab', { exact: true });

test('a second tab on the same draft says so, shows it, and accepts no typing', async () => {
  await told(second).waitFor();
  expect(await draftId(second)).toBe(await draftId(first));
  expect(await value(second, 'firstName')).toBe('Amelia');
  expect(await second.locator('[name=firstName]').isDisabled()).toBe(true);
  expect(await told(first).count()).toBe(0);
});

test('a tab that only reads can look at all four steps, and neither change nor submit anything', SLOW, async () => {
  await told(second).waitFor();
  for (const step of [2, 3, 4]) {
    await button(second, 'Next').click();
    await second.locator(`form[data-step="${step}"]`).waitFor();
    const controls = second.locator('form[data-step] :is(input, select)');
    expect(await controls.count()).toBeGreaterThan(0);
    expect(await controls.evaluateAll((all) => all.filter((one) => !one.matches(':disabled')).length)).toBe(0);
  }
  expect(await button(second, 'Submit Application').isDisabled()).toBe(true);
  // What the owner saves comes, and does not turn the reader's page.
  await answer(first, 'familyName', 'Hall');
  await saved(first);
  await second.getByRole('button', { name: 'Open Amelia Hall' }).waitFor();
  expect(await second.locator('form').getAttribute('data-step')).toBe('4');
  expect(await first.locator('form').getAttribute('data-step')).toBe('1');
  await indicator(second).first().click();
  await second.locator('form[data-step="1"]').waitFor();
  expect(await value(second, 'familyName')).toBe('Hall');
  expect(await second.locator('[data-save-state]').first().getAttribute('data-save-state')).toBe('saved');
});

test('it follows what is saved in the first, and takes over with all of it; the first shows that', async () => {
  await told(second).waitFor();
  await answer(first, 'familyName', 'Hall');
  await expect.poll(() => value(second, 'familyName')).toBe('Hall');
  // Not saved yet when the other tab asks: it is written before it is handed over.
  await first.locator('[name=preferredName]').pressSequentially('Millie');
  await button(second, 'Take over').click();
  await told(first).waitFor();
  expect(await first.locator('[name=firstName]').isDisabled()).toBe(true);
  await expect.poll(() => second.locator('[name=firstName]').isEnabled()).toBe(true);
  expect(await value(second, 'familyName')).toBe('Hall');
  await answer(second, 'middleName', 'Rose');
  await saved(second);
  await expect.poll(() => value(first, 'middleName')).toBe('Rose');
});

test('what is typed in a tab that hangs while it is taken over stays on its screen, read-only, and it says so', async () => {
  await told(second).waitFor();
  await first.locator('[name=preferredName]').pressSequentially('Millie');
  // Nothing runs in it any more, from before the form stores what was typed until after its draft was taken from it.
  const taken = second.waitForFunction(() => !document.querySelector<HTMLInputElement>('[name=firstName]')?.disabled);
  const hanging = first.evaluate(() => {
    const end = performance.now() + 4000;
    while (performance.now() < end);
  });
  await button(second, 'Take over').click();
  await taken;
  await hanging;
  await first.getByText('We could not save what you typed here last.').waitFor({ timeout: 180_000 });
  expect(await value(first, 'preferredName')).toBe('Millie');
  expect(await first.locator('[name=preferredName]').isDisabled()).toBe(true);
  expect(await value(second, 'preferredName')).toBe('');
});

test('different drafts in different tabs are fine, and each list knows of both', SLOW, async () => {
  await told(second).waitFor();
  await button(second, 'New application').click();
  await told(second).waitFor({ state: 'detached' });
  await answer(second, 'firstName', 'Wei');
  await saved(second);
  await answer(first, 'familyName', 'Hall');
  await saved(first);
  await first.getByRole('button', { name: 'Open Wei' }).waitFor();
  expect(await first.locator('[data-draft-id]').count()).toBe(2);
  // A reload brings each tab its own draft back.
  const [one, two] = [await draftId(first), await draftId(second)];
  await second.reload();
  await expect.poll(() => draftId(second), { timeout: 180_000 }).toBe(two);
  await first.reload();
  await expect.poll(() => draftId(first), { timeout: 180_000 }).toBe(one);
  expect(await value(second, 'firstName')).toBe('Wei');
});

test('a draft deleted in one tab is gone from the other, where another takes its place', SLOW, async () => {
  await told(second).waitFor();
  const id = await draftId(first);
  await second.getByRole('button', { name: 'Delete Amelia' }).click();
  await expect.poll(() => draftId(first)).not.toBe(id);
  expect(await first.locator(`[data-draft-id="${id}"]`).count()).toBe(0);
});
