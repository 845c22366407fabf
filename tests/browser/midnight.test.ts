/** @module-tag slow */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openScene, type Scene, type WatchedPage } from './support/scene.ts';
import { attachRequired, button, fillStep, MINIMAL, reachStep } from './support/student.ts';
import { answer, openCard } from './support/wizard.ts';

/** The browser's clock and calendar are in the time zone of the machine, as this date is. */
const BEFORE_MIDNIGHT = new Date(2026, 5, 15, 23, 58, 0);
const AFTER_MIDNIGHT = new Date(2026, 5, 16, 0, 1, 0);
const EXPIRED = 'Passport expiry date must be in the future';
const TOO_YOUNG = 'Date of Birth must be at least 10 years ago';

let scene: Scene;
let page: WatchedPage;
beforeAll(async () => {
  scene = await openScene();
});
beforeEach(async () => {
  const context = await scene.context();
  page = await context.newPage().then((one) => Object.assign(one, { watched: { troubles: [], expect: () => {} } }));
  await page.clock.install({ time: BEFORE_MIDNIGHT });
  await page.goto(scene.product.url);
});
afterAll(() => scene[Symbol.asyncDispose]());

const message = (name: string) => page.locator(`[id="${name}-error"]`);
async function give(name: string, value: string): Promise<void> {
  await answer(page, name, value);
  await page.locator(`[name="${name}"]`).blur();
}

describe('midnight on an open page', () => {
  test('moves today for every date that has been judged, without a touch', async () => {
    await openCard(page, 'student-form');
    await give('passportExpiryDate', '2026-06-16');
    await give('dateOfBirth', '2016-06-16');
    await message('dateOfBirth').getByText(TOO_YOUNG).waitFor();
    expect(await message('passportExpiryDate').count()).toBe(0);
    await page.clock.fastForward('03:00');
    await message('passportExpiryDate').getByText(EXPIRED).waitFor();
    await message('dateOfBirth').waitFor({ state: 'detached' });
  });
  test('moves it for what is judged afterwards, even where a sleeping tab missed its timer', async () => {
    await openCard(page, 'student-form');
    await give('passportExpiryDate', '2026-06-16');
    await page.clock.setFixedTime(AFTER_MIDNIGHT);
    await button(page, 'Next').click();
    await message('passportExpiryDate').getByText(EXPIRED).waitFor();
  });
  test('moves it for an open review: confirming leads back to the answer, and sends nothing', async () => {
    const answers = { ...MINIMAL, passportExpiryDate: '2026-06-16' };
    await reachStep(page, 4, answers);
    await fillStep(page, 4, answers);
    await attachRequired(page);
    await button(page, 'Submit Application').click();
    const review = page.getByRole('dialog', { name: 'Application Review' });
    await review.waitFor();
    await page.clock.setFixedTime(AFTER_MIDNIGHT);
    await button(page, 'Confirm & Submit Application').click();
    await message('passportExpiryDate').getByText(EXPIRED).waitFor();
    expect(await review.count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('passportExpiryDate');
    expect(scene.mocks.received({ service: 'validate' })).toEqual([]);
  });
  test('moves it in the short form, too', async () => {
    await page.getByRole('button', { name: /Short application/ }).click();
    await page.locator('[name=passportExpiryDate]').waitFor();
    await give('passportExpiryDate', '2026-06-16');
    await button(page, 'Submit Application').click();
    await message('firstName').waitFor();
    expect(await message('passportExpiryDate').count()).toBe(0);
    await page.clock.fastForward('03:00');
    await message('passportExpiryDate').getByText(EXPIRED).waitFor();
  });
});
