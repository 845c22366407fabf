import { beforeEach, describe, expect, test } from 'vitest';
import { openAgentForm } from './support/agency.ts';
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

const FORMS = {
  'the student form': () => openCard(page, 'student-form'),
  'the short form': async () => {
    await page.getByRole('button', { name: /Short application/ }).click();
    await control('firstName').waitFor();
  },
  'the agency form': () => openAgentForm(page, 'new-agent'),
};
const TYPED = [
  ['the student form', 'familyName', 'O’Brien–Ｎｇｕｙｅｎ', "O'Brien-Nguyen"],
  ['the student form', 'email', 'wei＠mail。example', 'wei@mail.example'],
  ['the short form', 'cityTownSuburb', '“Tower”\u00a0Hanoi', '"Tower" Hanoi'],
  ['the short form', 'mobilePhone', '６１４１２３４５６７８', '61412345678'],
  ['the agency form', 'agencyName', 'Himal’s\u3000Partners…', "Himal's Partners..."],
  ['the agency form', 'acn', '००४ ०८५ ६१६', '004 085 616'],
] as const;

describe('what phones and input methods type', () => {
  test.each(TYPED)('becomes its ASCII form as the field is left, in %s: %s', async (form, name, typed, ascii) => {
    await FORMS[form]();
    await type(name, typed);
    expect(await control(name).inputValue()).toBe(typed);
    await page.keyboard.press('Tab');
    // Where the scripts are still on their way it is tidied when they are there.
    await expect.poll(() => control(name).inputValue()).toBe(ascii);
    await saved(page);
    expect(await message(name).count()).toBe(0);
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

describe('a name with marks', () => {
  const MARKED = [
    ['the student form', 'familyName', 'Nguyễn', 'Nguyen'],
    ['the short form', 'firstName', 'Łukasz', 'Lukasz'],
    ['the agency form', 'contactPerson', 'Müller', 'Mueller'],
  ] as const;

  test.each(MARKED)(
    'is not changed, but its spelling in a passport is offered in %s',
    async (form, name, typed, spelling) => {
      await FORMS[form]();
      // The short form judges on submitting only.
      if (form === 'the short form') await button(page, 'Submit Application').click();
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
    },
  );
});
