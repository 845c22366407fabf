import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBarePage } from '../support/browser-storage.ts';
import { graveFaults } from './support/axe.ts';
import { manyDrafts, seed } from './support/drafts-seed.ts';
import { openScene, type Scene, type WatchedPage } from './support/scene.ts';
import { answer, openCard, saved } from './support/wizard.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterEach(() => scene.clear());
afterAll(() => scene[Symbol.asyncDispose]());

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
async function openStudents(drafts: readonly object[]): Promise<WatchedPage> {
  const page = await scene.open();
  await openCard(page, 'agent');
  await openCard(page, 'agent-student-form');
  await answer(page, 'firstName', 'Zoe');
  await saved(page);
  const writer = await openBarePage(page.context(), scene.product.url);
  await seed(writer, { drafts });
  await writer.close();
  await page.reload();
  await head(page, 'Zoe').waitFor();
  return page;
}

// In a browser: the list is a modal dialog, and the focus, its way back and the keys are the browser's business.
test('the switcher leads to any student by keyboard alone: by search, and by the keys for the next and the previous', async () => {
  const page = await openStudents(manyDrafts(3, Date.now() - 60_000, 'agent'));
  const field = page.locator('[name=familyName]');
  await head(page, 'Zoe').and(page.locator('[aria-keyshortcuts=F2]')).waitFor();
  await field.focus();
  await page.keyboard.type('Hall');

  await openList(page);
  expect(await students(page).getByRole('option').allInnerTexts()).toEqual([
    expect.stringMatching(/^Zoe Hall \(open now\)\s+Draft\. Missing: steps 1, 2, 3, 4; 4 documents/),
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
