/** @module-tag slow */
import { expect, test } from 'vitest';
import { DESKTOP, PHONE } from './support/browser.ts';
import { filledScene } from './support/filled.ts';
import { button } from './support/student.ts';

const filled = filledScene();

test('a contrast theme shows progress, the state of saving, the current step and the edge of a dialog', async () => {
  const phone = await filled.openAt(2, { ...PHONE, forcedColors: 'active' });
  const bar = phone.getByRole('progressbar', { name: 'Step 2 of 4' });
  const half = await bar.screenshot();
  await bar.evaluate((element) => element.setAttribute('value', '4'));
  expect((await bar.screenshot()).equals(half)).toBe(false);
  const dot = phone.locator('[data-save-state]').first();
  const width = await dot.evaluate((element) => {
    const around = element.closest('[data-kind]') ?? element.querySelector('[data-kind]') ?? element;
    return getComputedStyle(around, '::before').borderTopWidth;
  });
  expect(width).toBe('4px');

  const page = await filled.openAt(2, { ...DESKTOP, forcedColors: 'active' });
  const edges = await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopWidth));
  expect(edges).toEqual(['3px', '8px', '3px', '3px']);
  const last = await filled.openAt(4, { ...DESKTOP, forcedColors: 'active' });
  await button(last, 'Read the terms and conditions').click();
  const terms = last.getByRole('dialog', { name: 'Enrolment terms and conditions' });
  await terms.waitFor();
  expect(await terms.evaluate((dialog) => getComputedStyle(dialog).borderTopWidth)).toBe('1px');
});
