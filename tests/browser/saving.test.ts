import { expect, test } from 'vitest';
import { makePdf } from '../support/pdf.ts';
import { DESKTOP } from './support/browser.ts';
import { filledScene } from './support/filled.ts';
import { holdDatabase } from './support/held-database.ts';
import { button, chosen, MINIMAL, stepOf, uploaded, value } from './support/student.ts';
import { answer, attach, goOn, openCard, saved } from './support/wizard.ts';

const filled = filledScene();

test("the indicator says 'saved' only when it is", async () => {
  const page = await filled.scene.open();
  await openCard(page, 'student-form');
  await page.locator('main[data-draft]').waitFor();
  const state = page.locator('[data-save-state]').first();
  // Half a second after the last key it is saved, unless the disk takes longer.
  const letGo = await holdDatabase(page.context(), filled.scene.product.url);
  await page.locator('[name=firstName]').pressSequentially('We');
  expect(await state.getAttribute('data-save-state')).not.toBe('saved');
  await letGo();
  await saved(page);
  expect(await state.textContent()).toMatch(/^Saved at \d\d:\d\d\. Kept until [A-Z][a-z]{2} \d\d:\d\d$/);
});

test('a reload brings back the view, the step, the answers and the documents', async () => {
  const page = await filled.openAt(4);
  await attach(page, 'passport', { name: 'passport.pdf', bytes: makePdf({ bytes: 4000 }) });
  await uploaded(page, 1);
  await button(page, 'Previous').click();
  await answer(page, 'isAboriginal', 'Yes');
  await saved(page);
  await page.reload();
  await page.locator('form[data-step="3"]').waitFor();
  await expect.poll(() => chosen(page, 'isAboriginal')).toBe('Yes');
  expect(await value(page, 'industryOfEmployment')).toBe(MINIMAL.industryOfEmployment);
  await goOn(page, 4);
  await page.getByText('passport.pdf').waitFor();
  await uploaded(page, 1);
  expect(page.watched.troubles).toEqual([]);
});

test.each([
  ['shortly before 24 hours are over is there', 23 * 60 + 55, 'Wei'],
  ['after 24 hours is gone, from the device too', 24 * 60 + 5, ''],
])('what was filled %s', async (_when, minutes, firstName) => {
  const context = await filled.scene.context({ ...DESKTOP, ...filled.profile.copy() });
  await context.clock.setFixedTime(Date.now() + minutes * 60_000);
  const page = await filled.scene.open(context);
  await page.locator('main[data-view="student-form"] form[data-step]').waitFor();
  if (firstName !== '') await page.locator('form[data-step="4"]').waitFor();
  for (let at = await stepOf(page); at > 1; at -= 1) await button(page, 'Previous').click();
  await page.locator('form[data-step="1"]').waitFor();
  await expect.poll(() => value(page, 'firstName')).toBe(firstName);
  const list = page.getByRole('region', { name: 'Your applications' });
  await list.waitFor();
  expect((await list.getByText('Wei Zhang').count()) > 0).toBe(firstName !== '');
});

test('an application whose 24 hours end while the page is open gives way to an empty one', async () => {
  const context = await filled.scene.context({ ...DESKTOP, ...filled.profile.copy() });
  await context.clock.install();
  const page = await filled.scene.open(context);
  await page.locator('form[data-step="4"]').waitFor();
  await context.clock.fastForward('24:01:00');
  await page.locator('form[data-step="1"]').waitFor();
  expect(await value(page, 'firstName')).toBe('');
});
