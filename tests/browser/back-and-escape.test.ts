/** @module-tag slow */
import { expect, test } from 'vitest';
import { filledScene } from './support/filled.ts';
import type { WatchedPage } from './support/scene.ts';
import { attachRequired, button, stepOf, value } from './support/student.ts';
import { answer, confirmApplication, openCard, saved } from './support/wizard.ts';

const filled = filledScene();
const { reopenAt } = filled;
const dialog = (page: WatchedPage, name: string | RegExp) => page.getByRole('dialog', { name });

/** The last step, reached from the third: there is a step to go back to. */
async function openLastStep(): Promise<WatchedPage> {
  const page = await reopenAt(3);
  await button(page, 'Next').click();
  await page.locator('form[data-step="4"]').waitFor();
  await expect.poll(() => page.evaluate(() => history.state?.step)).toBe(4);
  await attachRequired(page);
  return page;
}

/** Goes back by the browser, and waits until the page has heard of it. */
async function goBack(page: WatchedPage): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.addEventListener('popstate', () => resolve(), { once: true });
        history.back();
      }),
  );
}

test('Escape and Back, however often, close no progress that must stay, and the success is seen', async () => {
  const page = await openLastStep();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await page.route('**/api/student-applications/**', async (route) => {
    ask();
    await held;
    await route.continue();
  });
  await confirmApplication(page);
  await asked;
  const progress = dialog(page, /^(Submission progress|Application submitted)/);
  await progress.waitFor();
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('Escape');
  // With the focus on nothing, as after a press beside the words.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('Escape');
  for (let press = 0; press < 4; press += 1) {
    await goBack(page);
    await expect.poll(() => page.evaluate(() => history.state?.step)).toBe(4);
  }
  expect(await progress.isVisible()).toBe(true);
  expect(await stepOf(page)).toBe(4);
  release();
  await progress.getByRole('heading', { name: 'Application submitted successfully!' }).waitFor();
});

test('Back closes the review and leaves the step where it is; the next Back leads to the step before', async () => {
  const page = await openLastStep();
  await button(page, 'Submit Application').click();
  await dialog(page, 'Application Review').waitFor();
  await goBack(page);
  await dialog(page, 'Application Review').waitFor({ state: 'detached' });
  expect(await stepOf(page)).toBe(4);
  await goBack(page);
  await page.locator('form[data-step="3"]').waitFor();
});

test('Back onto the place of another application opens that application', async () => {
  const page = await filled.scene.reopen();
  for (const name of ['Ann', 'Bo']) {
    await openCard(page, 'student-form');
    if (name === 'Bo') await button(page, 'New application').click();
    await expect.poll(() => value(page, 'firstName')).toBe('');
    await answer(page, 'firstName', name);
    await saved(page);
    await button(page, 'Back to home').click();
    await page.locator('main[data-view="home"]').waitFor();
  }
  for (const name of ['Ann', 'Bo']) {
    await page.getByRole('button', { name: `Open ${name}` }).click();
    await expect.poll(() => value(page, 'firstName')).toBe(name);
    await expect.poll(() => page.evaluate(() => history.state?.view)).toBe('student-form');
    await button(page, 'Back to home').click();
    await expect.poll(() => page.evaluate(() => history.state?.view)).toBe('home');
  }
  for (const name of ['Bo', 'Ann']) {
    await goBack(page);
    await expect.poll(() => value(page, 'firstName')).toBe(name);
    await goBack(page);
    await page.locator('main[data-view="home"]').waitFor();
  }
});
