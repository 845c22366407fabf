/** @module-tag slow */
import { describe, expect, test } from 'vitest';
import { filledScene } from './support/filled.ts';
import type { WatchedPage } from './support/scene.ts';
import { attachRequired, button, draftId } from './support/student.ts';
import { answer, confirmApplication, stage } from './support/wizard.ts';

const filled = filledScene();

const progress = (page: WatchedPage) =>
  page.getByRole('dialog', { name: /^(Submission progress|Application submitted)/ });
const idsOf = (bodies: readonly { readonly body: unknown }[]) =>
  new Set(bodies.map(({ body }) => (body as { OfferId: string }).OfferId));

async function confirmFilled(): Promise<WatchedPage> {
  const page = await filled.reopenAt(4);
  await attachRequired(page);
  await confirmApplication(page);
  return page;
}

async function succeeds(page: WatchedPage): Promise<void> {
  await progress(page).getByText('Application submitted successfully!').first().waitFor();
}

/** Back to the last step over the indicator, each step being in order. */
async function backToLastStep(page: WatchedPage): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Course and Documents' }).click();
  await page.locator('form[data-step="4"]').waitFor();
}

describe('the records API rejects an application', () => {
  test('corrected answers go through under the same id and the same OfferId, and one offer is made', async () => {
    filled.scene.mocks.setScenario({ service: 'validate', scenario: 'rejects-item-list', times: 1 });
    filled.scene.mocks.setScenario({ service: 'validate', scenario: 'rejects-model-state', times: 1 });
    const page = await confirmFilled();
    const id = await draftId(page);

    await progress(page).getByText('1 validation errors found').first().waitFor();
    await progress(page).getByText('Passport number is already used by another student.').waitFor();
    await progress(page).getByRole('button', { name: 'Passport number' }).click();
    await page.locator('form[data-step="1"] [name=passportNumber]:focus').waitFor();
    await answer(page, 'passportNumber', 'N7654321');
    await backToLastStep(page);
    await confirmApplication(page);

    await progress(page).getByText('3 validation errors found').first().waitFor();
    await button(page, 'Show all details').click();
    await page
      .getByRole('dialog', { name: 'CRICOS validation errors' })
      .getByRole('button', { name: 'Email' })
      .first()
      .click();
    await page.locator('form[data-step="1"] [name=email]:focus').waitFor();
    await answer(page, 'email', 'wei@post.example');
    await backToLastStep(page);
    await confirmApplication(page);

    await succeeds(page);
    expect(await draftId(page)).toBe(id);
    const asked = filled.scene.mocks.received({ service: 'validate' });
    expect(asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual([id, `${id}-r2`, `${id}-r3`]);
    expect(idsOf(asked).size).toBe(1);
    const offers = filled.scene.mocks.offers();
    expect(offers.map(({ offerId }) => offerId)).toEqual([...idsOf(asked)]);
    expect(offers[0]?.offer).toMatchObject({
      Email: 'wei@post.example',
      ComplianceAndOtherInfo: { PassportNumber: 'N7654321' },
    });
  });
});

describe('the server retries automatically while the review is open', () => {
  test('confirming shows the application being sent, and makes no second one', async () => {
    filled.scene.mocks.setScenario({ service: 'validate', scenario: 'failing' });
    const page = await confirmFilled();
    await stage(page, 'cricos-validation', 'error').waitFor();
    await button(page, 'Close and Retry').click();
    await button(page, 'Submit Application').click();
    // The next try reaches the records API and is not answered while the person reads the review.
    const { mocks } = filled.scene;
    mocks.setScenario({ service: 'validate', scenario: 'slow', delayMs: 15_000 });
    // That call itself: the server is also said to be at work while a try before it fails.
    const isHeld = () => mocks.received({ service: 'validate' }).at(-1)?.scenario === 'slow';
    await expect.poll(isHeld, { timeout: 180_000 }).toBe(true);
    await button(page, 'Confirm & Submit Application').click();
    await stage(page, 'cricos-validation', 'in-progress').waitFor();
    await succeeds(page);
    expect(mocks.offers()).toHaveLength(1);
  });
});

describe('what comes after the offer fails', () => {
  test('what the outside answered without a space fits a phone of 320 px', async () => {
    filled.scene.mocks.setScenario({ service: 'student-workflow', scenario: 'rejects-message' });
    const page = await filled.openAt(4, { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });
    await attachRequired(page);
    await confirmApplication(page);
    await progress(page).getByText('Technical details').tap();
    await progress(page).getByRole('paragraph').filter({ hasText: '"code":"InvalidRequest"' }).waitFor();
    const [wanted, there] = await progress(page).evaluate((one) => [one.scrollWidth, one.clientWidth]);
    expect(wanted).toBe(there);
  });

  test('it is said that the application is in, no answer can be changed, and it is followed to its end', async () => {
    filled.scene.mocks.setScenario({ service: 'student-workflow', scenario: 'rejects-message' });
    const page = await filled.reopenAt(4);
    await attachRequired(page);
    const [put] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PUT'),
      confirmApplication(page),
    ]);
    const isIn = page.getByText('Your application is in');
    const errorThenClosed = async () => {
      await stage(page, 'power-automate', 'error').waitFor();
      await progress(page).getByText('Your application is in').waitFor();
      await button(page, 'Close and Retry').click();
      await isIn.waitFor();
    };
    const changeable = () =>
      page
        .locator('form[data-step] :is(input, select)')
        .evaluateAll((all) => all.filter((one) => !one.matches(':disabled')).map((one) => one.getAttribute('name')));
    await errorThenClosed();
    expect(await changeable()).toEqual([]);
    await page.reload();
    await errorThenClosed();
    expect(await changeable()).toEqual([]);

    await button(page, 'Submit Application').click();
    const review = page.getByRole('dialog', { name: 'Application Review' });
    await review.getByRole('heading', { name: 'Personal Information' }).waitFor();
    expect(await review.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
    await button(page, 'Back to Edit').click();
    await button(page, 'Show progress').click();
    await errorThenClosed();

    // The rest is delivered without this page, which shows that automatically.
    filled.scene.mocks.setScenario({ service: 'student-workflow', scenario: 'accepts' });
    const resumed = await page.request.put(put.url(), { data: put.postDataJSON() });
    expect(resumed.status()).toBe(202);
    await succeeds(page);
    expect(filled.scene.mocks.offers()).toHaveLength(1);
  });
});
