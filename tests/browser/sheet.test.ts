/** @module-tag slow */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { graveFaults } from './support/axe.ts';
import { AGENT } from './support/scene.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { button, MINIMAL } from './support/student.ts';
import { openCard } from './support/wizard.ts';

const scene = sceneOfFile();

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add students from a spreadsheet' });
const desk = (page: Page) => page.getByRole('region', { name: 'Your students' });
const rows = (page: Page) => page.getByRole('region', { name: 'Rows of the sheet' });

const LETTERS = 'abcdefghijklmnopqrstuvwxyzabcd';
/** Thirty students; five of them have a fault, in these rows of the sheet. */
const FAULTS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  3: { firstName: 'A', birthplace: '' },
  8: { title: 'Professor' },
  14: { birthplace: 'Hà Nội' },
  21: { mobilePhone: '+61 (412) 345-678' },
  29: { email: 'wei' },
};
function thirtyStudents(): Buffer {
  const students = Array.from({ length: 30 }, (_, index) => ({
    ...MINIMAL,
    agreeToTerms: 'Yes',
    selectedAgent: AGENT.name,
    firstName: `Student${LETTERS[index]}`,
    familyName: index < 26 ? 'Nguyen' : 'Tran',
    passportNumber: `P${1000 + index}`,
    // With a country code there is nothing to check, and the rows are low.
    mobilePhone: '61412345678',
    dateOfBirth: '03/04/2001',
    ...FAULTS[index + 2],
  }));
  const titles = Object.keys(students[0] ?? {}) as (keyof (typeof students)[number])[];
  const lines = students.map((student) => titles.map((title) => `"${student[title]}"`).join(','));
  return Buffer.from([titles.join(','), ...lines].join('\r\n'));
}
const choose = (page: Page) =>
  dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer: thirtyStudents() });
const counts = (page: Page, words: string) => dialog(page).getByText(words, { exact: true }).waitFor();

// In a browser: the sheet is read in a worker, the rows are those in sight, and the drafts are on the disk.
test('thirty students become drafts: dates are asked about once, every fault is shown by row and column, and what is corrected is taken', async () => {
  const page = await scene.open();
  await openCard(page, 'agent');
  await button(page, 'Add students from a spreadsheet').click();
  await choose(page);

  await counts(page, '0 ready, 30 need a correction');
  expect(await button(page, 'Add 0 students').isDisabled()).toBe(true);
  await dialog(page).getByRole('radio', { name: 'The day comes first 03/04/2001 is 3 April 2001' }).check();
  await counts(page, '25 ready, 5 need a correction');
  await dialog(page).getByRole('checkbox', { name: 'Show only students with mistakes' }).check();
  const cells = rows(page).locator('[aria-invalid]');
  await expect.poll(() => cells.count()).toBe(5);
  expect(await graveFaults(page)).toEqual([]);
  const faults = await rows(page).getByRole('listitem').filter({ hasText: /^Row/ }).allInnerTexts();
  expect(faults.map((words) => words.split('\n').filter(Boolean).slice(0, 3).join(' '))).toEqual([
    expect.stringMatching(/^Row 3: A Nguyen [A-Z]+3 First name First name must be at least 2 characters/),
    expect.stringMatching(/^Row 8: Studentg Nguyen [A-Z]+8 Title Professor/),
    expect.stringMatching(/^Row 14: Studentm Nguyen [A-Z]+14 Birthplace Use Ha Noi/),
    expect.stringMatching(/^Row 21: Studentt Nguyen [A-Z]+21 Mobile phone number Use 61412345678/),
    expect.stringMatching(/^Row 29: Studentb Tran [A-Z]+29 Email address Please enter a valid email address/),
  ]);

  await button(page, 'Accept 2 corrections').click();
  await counts(page, '27 ready, 3 need a correction');
  const first = rows(page).getByRole('textbox', { name: /^[A-Z]+3 First name$/ });
  await first.fill('Ana');
  await first.press('Enter');
  await counts(page, '28 ready, 2 need a correction');
  // The focus moves to the next fault, where one of the choices is taken.
  const title = rows(page).getByRole('combobox', { name: /^[A-Z]+8 Title$/ });
  await expect.poll(() => title.evaluate((select) => select === document.activeElement)).toBe(true);
  await title.selectOption('Dr');
  await counts(page, '29 ready, 1 needs a correction');

  await button(page, 'Add 29 students').click();
  await counts(page, '0 ready, 1 needs a correction, 29 added');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await dialog(page).getByRole('button', { name: 'Leave them out' }).click();
  await desk(page).getByText('All (29)').waitFor({ state: 'attached' });

  // On the disk, and each with its own answers.
  await page.reload();
  await button(page, 'Add students from a spreadsheet').click();
  await choose(page);
  await dialog(page).getByRole('radio', { name: 'The day comes first' }).check();
  await counts(page, '0 ready, 5 need a correction, 29 already here or twice');
  await page.keyboard.press('Escape');
  await button(page, 'Open Ana Nguyen').click();
  await expect.poll(() => page.locator('[name=dateOfBirth]').inputValue()).toBe('2001-04-03');
  expect(await page.locator('[name=passportNumber]').inputValue()).toBe('P1001');
  expect(page.watched.troubles).toEqual([]);
});
