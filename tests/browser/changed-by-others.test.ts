import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { watch } from './support/browser.ts';
import { translate } from './support/changed-by-others.ts';
import { openScene, type Scene } from './support/scene.ts';
import { button, fillStep, MINIMAL, value } from './support/student.ts';
import { openCard } from './support/wizard.ts';

/**
 * A page is also in the hands of others: translators replace its texts, password managers put elements into its fields,
 * proxies change its HTML. Text that was typed before the scripts arrived must survive all of them.
 */

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

/** Step 1 before any script is there. `release` lets the scripts come and waits for React. */
async function openBeforeScripts(changeHtml: (html: string) => string = (html) => html) {
  const page = await (await scene.context()).newPage();
  const scripts = Promise.withResolvers<void>();
  const { troubles } = watch(page);
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.route(scene.product.url, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: changeHtml(await answer.text()) });
  });
  await page.goto(scene.product.url, { waitUntil: 'domcontentloaded' });
  await page.locator('[data-go="student-form"]').click();
  const release = async () => {
    scripts.resolve();
    // The change was one that React cannot adopt.
    await page.locator('html[data-adopted=anew]').waitFor({ state: 'attached' });
  };
  return { page, release, troubles };
}

/** As password managers do beside a field (LastPass), in its control (1Password), and around a label's words. */
const CHANGES: readonly (readonly [string, { readonly tags?: 'slow' }, (page: Page) => Promise<unknown>])[] = [
  [
    'a translator put other nodes in the place of every text',
    {},
    (page) => page.evaluate(translate, { words: { 'Personal Information': 'Angaben zur Person' } }),
  ],
  [
    'a password manager put an element after a field',
    SLOW,
    (page) =>
      page.evaluate(() => {
        const icon = document.createElement('div');
        icon.dataset.lastpassIconRoot = '';
        document.querySelector('[data-field=firstName]')?.append(icon);
      }),
  ],
  [
    'a password manager put an element into a control, before the input',
    SLOW,
    (page) =>
      page.evaluate(() => {
        document.querySelector('[name=firstName]')?.before(document.createElement('com-1password-button'));
      }),
  ],
  [
    'an extension wrapped the words of a label and put a button before the form',
    SLOW,
    (page) =>
      page.evaluate(() => {
        const label = document.querySelector('[data-field=firstName] label');
        const span = document.createElement('span');
        span.append(...(label?.childNodes ?? []));
        label?.append(span);
        document.querySelector('form')?.prepend(document.createElement('button'));
      }),
  ],
];

describe.each(CHANGES)('where %s before the scripts arrived', (_what, options, change) => {
  test('what was typed, chosen and ticked stays, and is saved, and the focus and the caret stay', options, async () => {
    const { page, release, troubles } = await openBeforeScripts();
    await fillStep(page, 1, MINIMAL);
    await page.locator('[name=firstName]').fill('Thi Huong');
    await change(page);
    await page.locator('[name=familyName]').fill('Nguyn');
    await page.keyboard.press('ArrowLeft');
    await release();
    await page.keyboard.type('e');
    expect(await value(page, 'familyName')).toBe('Nguyen');
    expect(await value(page, 'firstName')).toBe('Thi Huong');
    await page.locator('[data-save-state="saved"]').first().waitFor();
    await page.unrouteAll();
    await page.reload();
    await expect.poll(() => value(page, 'firstName')).toBe('Thi Huong');
    expect(await value(page, 'familyName')).toBe('Nguyen');
    // Everything else of the step is there, too: it can be left.
    await button(page, 'Next').click();
    await page.locator('form[data-step="2"]').waitFor();
    expect(troubles).toEqual([]);
  });

  test('a press on Next is carried out', SLOW, async () => {
    const { page, release, troubles } = await openBeforeScripts();
    await fillStep(page, 1, MINIMAL);
    await change(page);
    await button(page, 'Next').click();
    await release();
    await page.locator('form[data-step="2"]').waitFor();
    expect(troubles).toEqual([]);
  });
});

test('other scripts hear what is typed: at the field, the form and the document', SLOW, async () => {
  const page = await scene.open();
  await openCard(page, 'student-form');
  const field = page.locator('[name=firstName]');
  await field.evaluate((input: HTMLInputElement) => {
    const heard: Record<string, number> = {};
    for (const [where, target] of Object.entries({ field: input, form: input.form, document, window }))
      for (const type of ['keydown', 'beforeinput', 'input', 'keyup'])
        target?.addEventListener(type, () => {
          const what = `${where} ${type}`;
          heard[what] = (heard[what] ?? 0) + 1;
        });
    Object.assign(window, { heard });
  });
  await field.pressSequentially('Tran');
  const kinds = ['field', 'form', 'document', 'window'].flatMap((where) =>
    ['keydown', 'beforeinput', 'input', 'keyup'].map((type) => `${where} ${type}`),
  );
  const heard = await page.evaluate(() => Reflect.get(window, 'heard'));
  expect(heard).toEqual(Object.fromEntries(kinds.map((kind) => [kind, 4])));
  expect(page.watched.troubles).toEqual([]);
});

test('HTML that a proxy has changed, with line feeds, loses nothing of what is typed', SLOW, async () => {
  const addLineFeeds = (html: string) => html.replaceAll('</div><div', '</div>\n<div');
  const { page, release, troubles } = await openBeforeScripts(addLineFeeds);
  await page.locator('[name=firstName]').fill('Thi Huong');
  await release();
  expect(await value(page, 'firstName')).toBe('Thi Huong');
  await page.locator('[data-save-state="saved"]').first().waitFor();
  expect(troubles).toEqual([]);
});
