import { expect, test } from 'vitest';
import { makePdf } from '../support/pdf.ts';
import { filledScene } from './support/filled.ts';
import { holdDatabase } from './support/held-database.ts';
import { button, chosen, MINIMAL, uploaded, value } from './support/student.ts';
import { answer, attach, goOn, openCard, saved } from './support/wizard.ts';

const filled = filledScene();

test("the indicator says 'saved' only when it is", async () => {
  const page = await filled.scene.open();
  await openCard(page, 'student-form');
  await page.locator('main[data-draft]').waitFor();
  const state = page.locator('[data-save-state]').first();
  // Half a second after the last key it is saved, unless the disk takes longer.
  const release = await holdDatabase(page.context(), filled.scene.product.url);
  await page.locator('[name=firstName]').pressSequentially('We');
  expect(await state.getAttribute('data-save-state')).not.toBe('saved');
  await release();
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
