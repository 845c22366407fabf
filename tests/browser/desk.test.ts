/** @module-tag slow */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBarePage } from '../support/browser-storage.ts';
import { graveFaults } from './support/axe.ts';
import { manyDrafts, type Seed, seed } from './support/drafts-seed.ts';
import type { WatchedPage } from './support/scene.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { button } from './support/student.ts';
import { answer, openCard, saved } from './support/wizard.ts';

const scene = sceneOfFile();

const search = (page: Page) => page.getByRole('combobox', { name: 'Search students' });
const students = (page: Page) => page.getByRole('dialog', { name: 'Your students' });
const head = (page: Page, name: string) => page.getByRole('button', { name: `${name} (choose another student)` });
/** The open student's name in the head has the focus, and the form is theirs. */
async function isAt(page: Page, name: string): Promise<void> {
  await head(page, name).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(name);
  await expect.poll(() => page.locator('[name=firstName]').inputValue()).toBe(name.split(' ')[0]);
}

async function openList(page: Page): Promise<void> {
  await page.keyboard.press('F2');
  await expect.poll(() => search(page).evaluate((box) => box === document.activeElement)).toBe(true);
}

/** A page of an agent who fills the form of Zoe, and has begun these students before. */
async function openStudents(...seeds: readonly Seed[]): Promise<WatchedPage> {
  const page = await scene.open();
  await openCard(page, 'agent');
  await openCard(page, 'agent-student-form');
  await answer(page, 'firstName', 'Zoe');
  await saved(page);
  const writer = await openBarePage(page.context(), scene.product.url);
  for (const one of seeds) await seed(writer, one);
  await writer.close();
  await page.reload();
  await head(page, 'Zoe').waitFor();
  return page;
}

// In a browser: the list is a modal dialog, and the focus, its way back and the keys are the browser's business.
test('the switcher leads to any student by keyboard alone: by search, and by the keys for the next and the previous', async () => {
  const page = await openStudents({ drafts: manyDrafts(3, Date.now() - 60_000, 'agent') });
  const field = page.locator('[name=familyName]');
  await head(page, 'Zoe').and(page.locator('[aria-keyshortcuts=F2]')).waitFor();
  await field.focus();
  await page.keyboard.type('Hall');

  await openList(page);
  expect(await students(page).getByRole('option').allInnerTexts()).toEqual([
    expect.stringMatching(/^Zoe Hall \(open now\)\s+To do: 4 steps and 4 documents/),
    expect.stringContaining('Student2 Nguyen'),
    expect.stringContaining('Student1 Nguyen'),
    expect.stringContaining('Student0 Nguyen'),
  ]);
  for (const words of ['F8 next student', 'Shift+F8 previous student']) await students(page).getByText(words).waitFor();
  expect(await graveFaults(page, 'dialog')).toEqual([]);
  // Keys lead nowhere under a dialog that is open.
  await page.keyboard.press('F8');
  await page.keyboard.press('Escape');
  await students(page).waitFor({ state: 'detached' });
  expect(await field.evaluate((box) => box === document.activeElement)).toBe(true);

  await openList(page);
  await page.keyboard.type('student1');
  const active = await search(page).getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).innerText()).toContain('Student1 Nguyen');
  await page.keyboard.press('Enter');
  await isAt(page, 'Student1 Nguyen');
  expect(await students(page).count()).toBe(0);
  await page.getByRole('status').filter({ hasText: 'Student1 Nguyen is open now' }).waitFor();

  // The newest first, and round at the end: what was typed for Zoe is still hers.
  await page.keyboard.press('F8');
  await isAt(page, 'Student0 Nguyen');
  await page.keyboard.press('F8');
  await isAt(page, 'Zoe Hall');
  expect(await field.inputValue()).toBe('Hall');
  await page.keyboard.press('Shift+F8');
  await isAt(page, 'Student0 Nguyen');
  expect(page.watched.troubles).toEqual([]);
});

const HOUR = 60 * 60_000;
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** How far below the upper edge of the window it ends, in pixels. */
const endOf = async (element: ReturnType<Page['locator']>) => {
  const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return Math.round(y + height);
};

// In a browser: only it knows positions.
test('on a small laptop an agent sees students without scrolling, and the first question of a form', async () => {
  const page = await scene.open({ viewport: { width: 1366, height: 768 } });
  await openCard(page, 'student-form');
  await page.evaluate(() => scrollTo(0, 0));
  expect(await endOf(page.getByLabel('Title'))).toBeLessThanOrEqual(768);
  await button(page, 'Back to home').click();
  await openCard(page, 'agent');
  await openCard(page, 'agent-student-form');
  await answer(page, 'firstName', 'Zoe');
  await saved(page);
  await page.evaluate(() => scrollTo(0, 0));
  expect(await endOf(page.getByRole('combobox', { name: 'Agent' }))).toBeLessThanOrEqual(768);
  const writer = await openBarePage(page.context(), scene.product.url);
  await seed(writer, { drafts: manyDrafts(7, Date.now() - HOUR, 'agent') });
  await writer.close();
  await page.reload();
  await head(page, 'Zoe').waitFor();
  await button(page, 'Back').click();
  await row(page, 'Student6').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  const rows = page.getByRole('list', { name: 'Students' }).getByRole('listitem');
  // It was at 600.
  await expect.poll(() => endOf(rows.first())).toBeLessThanOrEqual(480);
  expect(await endOf(rows.nth(6))).toBeLessThanOrEqual(768);
});
