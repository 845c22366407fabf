import { expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { makePdf } from '../support/pdf.ts';
import { filledScene } from './support/filled.ts';
import type { WatchedPage } from './support/scene.ts';
import { button, toast, uploaded } from './support/student.ts';
import { answer, attach, goOn, indicator } from './support/wizard.ts';

const filled = filledScene();
const { reopenAt } = filled;
const ONLY_PDF = 'File validation error: Only PDF files are supported. Please upload PDF documents only';
const slot = (page: WatchedPage, name: string) => page.locator(`[data-document="${name}"]`);
const choose = (page: WatchedPage, name: string, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator(`input[type=file][name="${name}"]`).setInputFiles(file);

test.each([
  ['by its type', { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }],
  ['by its content', { name: 'photo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF at all') }],
])('a file that is no PDF %s is not taken, and an alert says why', async (_how, file) => {
  const page = await reopenAt(4);
  await choose(page, 'passport', file);
  await toast(page).waitFor();
  expect(await toast(page).textContent()).toBe(ONLY_PDF);
  expect(await slot(page, 'passport').getByText('Required').isVisible()).toBe(true);
});

test('a document can be replaced and removed', async () => {
  const page = await reopenAt(4);
  await attach(page, 'cv', { name: 'first.pdf', bytes: makePdf({ mark: 'first' }) });
  await uploaded(page, 1);
  await attach(page, 'cv', { name: 'second.pdf', bytes: makePdf({ mark: 'second' }) });
  await slot(page, 'cv').getByText('first.pdf').waitFor({ state: 'detached' });
  await uploaded(page, 1);
  await slot(page, 'cv').getByRole('button', { name: 'Remove' }).click();
  await slot(page, 'cv').getByText('Optional', { exact: true }).waitFor();
});

test("missing ones are marked 'Required', and submitting names them", SLOW, async () => {
  const page = await reopenAt(4);
  await attach(page, 'passport', { name: 'passport.pdf', bytes: makePdf() });
  expect(await page.getByText('Required', { exact: true }).count()).toBe(3);
  await button(page, 'Submit Application').click();
  await toast(page).waitFor();
  expect(await toast(page).textContent()).toBe(
    'Missing required documents: Evidence of Year 12 or Vocational Education, ELICOS Training Offer, Academic Qualifications & Transcripts',
  );
  expect(await page.getByRole('dialog', { name: 'Application Review' }).count()).toBe(0);
});

test('the slot of the English test is called after the chosen method', SLOW, async () => {
  const page = await reopenAt(3);
  await answer(page, 'hasCompletedEnglishTest', 'English test');
  await indicator(page).nth(2).click();
  const test_ = { englishTestType: 'IELTS', engTestDate: '2020-01-01' };
  for (const [name, text] of Object.entries(test_)) await answer(page, name, text);
  for (const score of ['listening', 'reading', 'writing', 'speaking', 'overall'])
    await answer(page, `${score}Score`, '7');
  await goOn(page, 4);
  await slot(page, 'englishTest').getByText('English Test Results').first().waitFor();
});

test('stand in two panels that fold', SLOW, async () => {
  const page = await reopenAt(4);
  for (const title of ['Required Documents', 'Optional Documents']) {
    const panel = page.locator('details').filter({ hasText: title });
    await panel.locator('summary').click();
    expect(await panel.evaluate((element) => (element as HTMLDetailsElement).open)).toBe(false);
  }
});
