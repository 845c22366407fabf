/** @module-tag slow */
import { beforeEach, describe, expect, test } from 'vitest';
import { graveFaults } from './support/axe.ts';
import type { WatchedPage } from './support/scene.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { button } from './support/student.ts';
import { openCard, saved } from './support/wizard.ts';

const scene = sceneOfFile();
let page: WatchedPage;
beforeEach(async () => {
  page = await scene.reopen();
});

const control = (name: string) => page.locator(`[name="${name}"]`);
const message = (name: string) => page.locator(`[id="${name}-error"]`);

/** Types as a phone or an input method does, which gives whole texts and no keys. */
async function type(name: string, text: string): Promise<void> {
  await control(name).focus();
  await page.keyboard.insertText(text);
}

describe('what phones and input methods type', () => {
  test('becomes its ASCII form as the field is left', async () => {
    await openCard(page, 'student-form');
    await type('familyName', 'O’Brien–Ｎｇｕｙｅｎ');
    expect(await control('familyName').inputValue()).toBe('O’Brien–Ｎｇｕｙｅｎ');
    await page.keyboard.press('Tab');
    // Where the scripts are still on their way it is tidied when they are there.
    await expect.poll(() => control('familyName').inputValue()).toBe("O'Brien-Nguyen");
    await saved(page);
    expect(await message('familyName').count()).toBe(0);
  });

  test('comes back as it was typed after a reload in the middle of a word, and is accepted', async () => {
    await openCard(page, 'student-form');
    await type('familyName', 'O’Br');
    await saved(page);
    await page.reload();
    await expect.poll(() => control('familyName').inputValue()).toBe('O’Br');
    await button(page, 'Next').click();
    await message('firstName').waitFor();
    expect(await message('familyName').count()).toBe(0);
  });
});

test('a name with marks is not changed, but its spelling in a passport is offered', async () => {
  const [name, typed, spelling] = ['familyName', 'Nguyễn', 'Nguyen'];
  await openCard(page, 'student-form');
  await type(name, typed);
  await page.keyboard.press('Tab');
  await message(name).getByText('Please use English letters and numbers only').waitFor();
  expect(await control(name).inputValue()).toBe(typed);
  expect(await graveFaults(page, 'main')).toEqual([]);

  const offer = page.getByRole('button', { name: `Use "${spelling}"` });
  // 48 px, as every control.
  expect((await offer.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  const edges = await page
    .locator(`[data-field="${name}"]`)
    .evaluate((field) =>
      [...field.children].map((part) => [part.getBoundingClientRect().top, part.getBoundingClientRect().bottom]),
    );
  // No part of the field covers the one before it.
  expect(edges.flat()).toEqual(edges.flat().toSorted((a, b) => a - b));
  await control(name).focus();
  await page.keyboard.press('Tab');
  expect(await offer.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await message(name).waitFor({ state: 'detached' });
  expect(await control(name).inputValue()).toBe(spelling);

  await page.keyboard.press('Enter');
  await message(name).waitFor();
  expect(await control(name).inputValue()).toBe(typed);
  await offer.click();
  await saved(page);
  await page.reload();
  await expect.poll(() => control(name).inputValue()).toBe(spelling);
});
