import { expect, test } from 'vitest';
import { filledScene } from './support/filled.ts';
import { attachRequired, button } from './support/student.ts';

const filled = filledScene();

test('an Edit link of the review leads to the step of its section', async () => {
  const page = await filled.reopenAt(4);
  await attachRequired(page);
  await button(page, 'Submit Application').click();
  const review = page.getByRole('dialog', { name: 'Application Review' });
  await review.getByRole('button', { name: 'Edit Emergency Contact' }).click();
  await page.locator('form[data-step="2"]').waitFor();
  expect(await review.count()).toBe(0);
});
