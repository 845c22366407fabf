import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { openPage } from './support/browser.ts';
import { openScene, type Scene } from './support/scene.ts';
import { button, draftId, value } from './support/student.ts';
import { answer, openCard, saved } from './support/wizard.ts';

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

test('a second tab only shows the draft, follows what is saved in the first, and takes over with all of it', async () => {
  await told(second).waitFor();
  expect(await draftId(second)).toBe(await draftId(first));
  expect(await value(second, 'firstName')).toBe('Amelia');
  expect(await second.locator('[name=firstName]').isDisabled()).toBe(true);
  expect(await told(first).count()).toBe(0);
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

/** Stops the page in its debugger after the form has received this value of a field. */
async function hangAtInput(page: Page, name: string, value: string) {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Debugger.enable');
  const begun = new Promise((resolve) => debug.once('Debugger.paused', resolve));
  await page.evaluate(
    (wanted) =>
      window.addEventListener('input', ({ target }) => {
        const field = target as HTMLInputElement;
        // biome-ignore lint/suspicious/noDebugger: it is what stops the page
        if (field.name === wanted.name && field.value === wanted.value) debugger;
      }),
    { name, value },
  );
  return { begun, end: () => debug.send('Debugger.resume') };
}

test(
  'typing in a tab that hangs while it is taken over stays on its screen, read-only, with a notice',
  SLOW,
  async () => {
    await told(second).waitFor();
    // The first tab hangs before its form stores the answer. It continues once the other tab owns the draft.
    const hang = await hangAtInput(first, 'preferredName', 'Millie');
    const typing = first.locator('[name=preferredName]').fill('Millie');
    await hang.begun;
    await button(second, 'Take over').click();
    await expect.poll(() => second.locator('[name=firstName]').isEnabled(), { timeout: 60_000 }).toBe(true);
    await hang.end();
    await typing;
    await first.getByText('We could not save what you typed here last.').waitFor();
    expect(await value(first, 'preferredName')).toBe('Millie');
    expect(await first.locator('[name=preferredName]').isDisabled()).toBe(true);
    expect(await value(second, 'preferredName')).toBe('');
  },
);
