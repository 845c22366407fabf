/** @module-tag slow */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { agentBox, openAgentForm, selectedAgent } from './support/agency.ts';
import { openPage, PHONE } from './support/browser.ts';
import { withoutCss, withoutPopovers, withoutTimeoutSignals } from './support/old-engine.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { fillStep, MINIMAL, reachStep } from './support/student.ts';
import { goOn, openCard, saved } from './support/wizard.ts';

const scene = sceneOfFile();

/** The agent selector's list on a phone, open. */
async function openSheet(page: Page): Promise<Locator> {
  await openAgentForm(page, 'agent-student-form');
  await agentBox(page).click();
  const sheet = page.getByRole('dialog', { name: 'Choose an agent' });
  await sheet.getByRole('option').first().waitFor();
  return sheet;
}

/** What of the page lies above `part`: every element that a press on it would meet in its place. */
const above = (part: Locator) =>
  part.evaluate(async (element) => {
    await Promise.all(element.getAnimations().map((one) => one.finished));
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const met = new Set<string>();
    for (let x = left + 4; x < right; x += 12)
      for (let y = top + 4; y < Math.min(bottom, window.innerHeight); y += 12) {
        const one = document.elementFromPoint(x, y);
        if (one !== null && !element.contains(one)) met.add(one.outerHTML.slice(0, 80));
      }
    return [...met];
  });

describe('a browser without popovers (Safari 16, Firefox before 125)', () => {
  test('shows nothing of the form through the sheet of agents', async () => {
    const context = await scene.context({ ...PHONE });
    await withoutPopovers(context);
    const page = await openPage(context, scene.product.url);
    const sheet = await openSheet(page);
    expect(await above(sheet)).toEqual([]);
    await sheet.getByRole('option', { name: 'Harbour Bridge Education' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(await selectedAgent(page)).toBe('Harbour Bridge Education|China');
  });
});

/** As they end in the styles, after their number's last digit. */
const UNITS = ['0svh', '1svh', '0dvh', '1dvh', '2dvh'];
const HEIGHT = 844;

describe('a browser without the units of the small and the moving window (Chrome before 108)', () => {
  test('keeps the sheet of agents within the window, and its list open', async () => {
    const context = await scene.context({ ...PHONE });
    await withoutCss(context, UNITS);
    const page = await openPage(context, scene.product.url);
    const sheet = await openSheet(page);
    const box = await sheet.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(HEIGHT * 0.05);
    const list = await sheet.getByRole('listbox').boundingBox();
    expect(list?.height).toBeGreaterThan(200);
  });

  test('fills the window with the first screen of the landing page', async () => {
    const context = await scene.context({ ...PHONE });
    await withoutCss(context, UNITS);
    const page = await openPage(context, scene.product.url);
    const hero = await page.getByRole('region', { name: 'Online Application Form' }).boundingBox();
    expect(hero?.height).toBeGreaterThanOrEqual(HEIGHT);
  });
});

describe('a browser without `:has` (Firefox before 121)', () => {
  async function openForm(step: number): Promise<Page> {
    const context = await scene.context();
    await withoutCss(context, [':has(']);
    const page = await openPage(context, scene.product.url);
    await reachStep(page, step);
    return page;
  }
  /** A picture of the last pixels of a part, where a choice has neither control nor words. */
  async function rightEnd(page: Page, part: Locator, width: number, indent = 0) {
    await part.scrollIntoViewIfNeeded();
    await page.mouse.move(0, 0);
    const box = await part.boundingBox();
    if (box === null) throw new Error('not on the page');
    const x = box.x + box.width - indent - width;
    return page.screenshot({ clip: { x, y: box.y + 4, width, height: box.height - 8 }, animations: 'disabled' });
  }

  test('marks the chosen card and no other', async () => {
    const page = await openForm(1);
    const card = page.locator('label', { has: page.locator('[name=gender]') });
    const [chosen, other] = [card.first(), card.nth(1)];
    const before = await rightEnd(page, chosen, 6);
    const besides = await rightEnd(page, other, 6);
    await chosen.click();
    await page.getByRole('heading', { level: 1 }).click();
    expect((await rightEnd(page, chosen, 6)).equals(before)).toBe(false);
    expect((await rightEnd(page, other, 6)).equals(besides)).toBe(true);
  });

  test('marks the choice that the keyboard is at', async () => {
    const page = await openForm(1);
    const card = page.locator('label', { has: page.locator('[name=gender]') }).first();
    const before = await rightEnd(page, card, 6, -6);
    await card.locator('input').focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    expect((await rightEnd(page, card, 6, -6)).equals(before)).toBe(false);
  });

  test('draws an arrow on selects', async () => {
    const page = await openForm(1);
    const select = page.locator('select[name=countryOfBirth]');
    const blank = await rightEnd(page, select, 24, 48);
    expect((await rightEnd(page, select, 24, 12)).equals(blank)).toBe(false);
  });
});

describe('a browser without `AbortSignal.timeout` (Safari before 16, Firefox before 100)', () => {
  test('knows that the server answers, and saves', async () => {
    const context = await scene.context();
    await withoutTimeoutSignals(context);
    const page = await openPage(context, scene.product.url);
    const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/healthz'));
    await page.reload();
    await answered;
    await openCard(page, 'student-form');
    await fillStep(page, 1, MINIMAL);
    await goOn(page, 2);
    await saved(page);
    expect(await page.locator('main').getAttribute('data-online')).toBe('true');
    expect(await page.getByText('You are offline').count()).toBe(0);
  });
});
