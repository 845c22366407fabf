import { expect, test } from 'vitest';
import { REVIEW_TITLES } from '../support/review-titles.ts';
import { filledScene } from './support/filled.ts';
import type { WatchedPage } from './support/scene.ts';
import { attachRequired, button } from './support/student.ts';

const filled = filledScene();
const { reopenAt } = filled;
const review = (page: WatchedPage) => page.getByRole('dialog', { name: 'Application Review' });

async function openReview() {
  const page = await reopenAt(4);
  await attachRequired(page);
  await button(page, 'Submit Application').click();
  await review(page).waitFor();
  return page;
}

test('shows what was answered under its sections, with nothing empty and documents with their sizes', async () => {
  const page = await openReview();
  await review(page).getByText('Please review your information before submitting').waitFor();
  expect(await review(page).getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    ...REVIEW_TITLES,
    'Uploaded Documents',
  ]);
  const terms = await review(page).locator('dt').allTextContents();
  const words = await review(page).locator('dd').allTextContents();
  const said = Object.fromEntries(terms.map((term, index) => [term, words[index]]));
  expect(said).toMatchObject({
    'First name': 'Wei',
    'Date of birth': '17 May 2001',
    'Industry of employment': expect.stringContaining('Construction'),
    'Current Passport': 'passport.pdf (900 Bytes)',
  });
  for (const empty of ['Middle name', 'Unique Student Identifier (USI)', 'Postal country', 'Curriculum Vitae (CV)'])
    expect(terms).not.toContain(empty);
  expect(words.filter((word) => /^\s*$|undefined|null/.test(word))).toEqual([]);
});

test('an Edit link leads to the step of its section', async () => {
  const page = await openReview();
  await review(page).getByRole('button', { name: 'Edit Emergency Contact' }).click();
  await page.locator('form[data-step="2"]').waitFor();
  expect(await review(page).count()).toBe(0);
});
