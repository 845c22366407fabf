/** @module-tag slow */
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { excessWidth, graveFaults, skippedLevels, smallTargets } from './support/axe.ts';
import { DESKTOP, PHONE } from './support/browser.ts';
import { filledScene } from './support/filled.ts';
import { dialogAction, handoverDialog, openHandover, openOnDevice } from './support/handover.ts';
import { openOnPhone, openRelay, relayDialog } from './support/relay.ts';
import type { WatchedPage } from './support/scene.ts';
import { attachRequired, button } from './support/student.ts';
import { answer, confirmApplication, openCard, stage } from './support/wizard.ts';

const SMALLEST = { ...PHONE, viewport: { width: 320, height: 640 } };
const DESKTOP_SIZE = { width: 1440, height: 900 };
type Size = typeof DESKTOP_SIZE;
/** The rules of axe whose result depends on colours. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];
/** What a window of 1280 by 1024 leaves at 200 % zoom. */
const ZOOMED = { width: 640, height: 512 };

const filled = filledScene();

const toStep = async (page: WatchedPage, step: number): Promise<void> => {
  await page.locator(`form[data-step="${step}"]`).waitFor();
};
const back = async (page: WatchedPage, step: number): Promise<void> => {
  await button(page, 'Previous').click();
  await toStep(page, step);
};

type Look = (page: WatchedPage, where: string) => Promise<void>;
const LONG_NAME = 'Müller-Lüdenscheidt-Großmüller-Hoppenstedt';

/** A change of view puts the focus on its heading, and the tab has the name of the view (2.4.2, 2.4.3). */
async function isAt(page: WatchedPage, name: string): Promise<void> {
  const shown = () =>
    page.evaluate(() => [document.activeElement?.tagName, document.activeElement?.textContent, document.title]);
  await expect.poll(shown).toEqual(['H1', name, expect.stringContaining(name)]);
}

/** Every view, step and state, in an order in which one leads to the next. */
async function visit(options: BrowserContextOptions, look: Look) {
  const page = await filled.scene.reopen(options);
  await look(page, 'home');
  await openCard(page, 'agent');
  await isAt(page, 'Are you a current or a new agent?');
  await look(page, 'agent');
  await openCard(page, 'new-agent');
  await isAt(page, 'New Agent Application Form');
  await look(page, 'new-agent');
  await button(page, 'Back').click();
  await isAt(page, 'Are you a current or a new agent?');
  await openCard(page, 'agent-student-form');
  await toStep(page, 1);
  await look(page, 'agent-student-form');
  await page.getByRole('combobox', { name: 'Agent' }).click();
  await page.locator('[role=option]').first().waitFor();
  await look(page, 'agent selector, open');
  await page.keyboard.press('Escape');
  await button(page, 'Back').click();
  await button(page, 'Back').click();
  await page.getByRole('button', { name: 'Short application' }).press('Enter');
  await page.locator('[name=firstName]').waitFor();
  await look(page, 'short form');
  await button(page, 'Submit Application').click();
  await page.locator('#firstName-error').waitFor();
  await look(page, 'short form with messages');

  const own = await filled.reopenAt(4, options);
  await answer(own, 'howDidYouHearAboutUs', 'Agent');
  await look(own, 'step 4');
  await button(own, 'Submit Application').click();
  await own.getByRole('alert').first().waitFor();
  await look(own, 'step 4 with messages');
  await back(own, 3);
  for (const [name, value] of [
    ['isEnglishMainLanguage', 'No'],
    ['hasCompletedEnglishTest', 'English test'],
    ['hasAchievedQualifications', 'Yes'],
  ] as const)
    await answer(own, name, value);
  await look(own, 'step 3, all questions');
  await back(own, 2);
  await answer(own, 'hasPostalAddress', 'Yes');
  await button(own, 'Next').click();
  await own.locator('[aria-invalid]').first().waitFor();
  await look(own, 'step 2 with messages');
  await back(own, 1);
  await own.locator('[name=familyName]').fill(LONG_NAME);
  await own.keyboard.press('Tab');
  const offer = own.getByRole('button', { name: /^Use "Mueller-/ });
  await offer.waitFor();
  await look(own, 'step 1 with an offered spelling');
  await offer.press('Enter');
  await own.getByRole('button', { name: /^Undo, back to/ }).waitFor();
  await look(own, 'step 1');
  await button(own, 'Back to home').click();
  await own.locator('[data-draft-id]').first().waitFor();
  await look(own, 'home with an application');
}

/** The dialogs that bring an application or a document from a computer to a phone, and what the phone shows. */
async function visitTwoDevices(options: BrowserContextOptions, look: Look) {
  const own = await filled.reopenAt(4, options);
  await openHandover(own);
  await look(own, 'another device');
  await dialogAction(own, 'Make the link').click();
  const link = await handoverDialog(own).getByLabel('Link for the other device', { exact: true }).inputValue();
  await look(own, 'another device, with its link');
  const other = await openOnDevice(filled.scene, link, SMALLEST);
  await other.getByText('The application is on this device').waitFor();
  await look(other, 'the other device');

  const computer = await filled.reopenAt(4, options);
  const phoneLink = await openRelay(computer, 'passport');
  await relayDialog(computer).getByRole('img', { name: 'Code with the link for your phone' }).waitFor();
  await look(computer, 'documents from a phone');
  const phone = await openOnPhone(filled.scene, phoneLink, SMALLEST);
  await phone.getByRole('button', { name: 'Make a PDF from photos or PDFs', exact: true }).waitFor();
  await look(phone, 'the phone');
}

async function collect(
  options: BrowserContextOptions,
  measure: (page: WatchedPage) => Promise<readonly string[]>,
  walk = visit,
) {
  const found: Record<string, readonly string[]> = {};
  await walk(options, async (page, where) => {
    const faults = await measure(page);
    if (faults.length > 0) found[where] = faults;
  });
  return found;
}

describe('on every view, step and state', () => {
  const fits = async (page: WatchedPage) => {
    const excess = await excessWidth(page);
    return [...(excess > 0 ? [`${excess} px too wide`] : []), ...(await smallTargets(page))];
  };
  const narrow = async (page: WatchedPage) => [
    ...(await graveFaults(page)),
    ...(await skippedLevels(page)),
    ...(await fits(page)),
  ];
  const bothColours = async (page: WatchedPage) => {
    const light = await graveFaults(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await graveFaults(page, 'body', RULES_OF_COLOUR);
    await page.emulateMedia({ colorScheme: 'light' });
    return [...light, ...dark.map((fault) => `in dark colours: ${fault}`)];
  };
  const isNarrow = (page: WatchedPage) => page.viewportSize()?.width === SMALLEST.viewport.width;
  /** The same page in a window of another size. */
  const resized = async (page: WatchedPage, size: Size, measure: (page: WatchedPage) => Promise<readonly string[]>) => {
    const usual = page.viewportSize();
    await page.setViewportSize(size);
    const faults = await measure(page);
    if (usual !== null) await page.setViewportSize(usual);
    return faults.map((fault) => `at ${size.width} px: ${fault}`);
  };

  test('on a phone of 320 pixels axe finds nothing serious, nothing scrolls sideways, targets have 24 pixels', async () => {
    expect(await collect(SMALLEST, narrow)).toEqual({});
  });

  test('on a desktop axe finds nothing serious, in light and in dark colours, and all fits at 200 % zoom', async () => {
    const measure = async (page: WatchedPage) => [...(await bothColours(page)), ...(await resized(page, ZOOMED, fits))];
    expect(await collect(DESKTOP, measure)).toEqual({});
  });

  test('between two devices axe finds nothing serious in both colours, and all fits 320 pixels, targets with 24', async () => {
    const measure = async (page: WatchedPage) => [
      ...(await bothColours(page)),
      ...(await fits(page)),
      ...(await resized(page, isNarrow(page) ? DESKTOP_SIZE : SMALLEST.viewport, narrow)),
    ];
    expect(await collect(DESKTOP, measure, visitTwoDevices)).toEqual({});
  });
});

/** Runs in the page: the words of the control that has the focus where something lies over its middle, else ''. */
function coveredFocus(): string {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return '';
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return there !== null && (focused.contains(there) || there.contains(focused)) ? '' : (focused.textContent ?? '?');
}

describe('the modals at 320 pixels', () => {
  /** A modal has the focus, keeps it, is named, and has no serious fault. */
  async function check(page: WatchedPage, title: string) {
    const modal = page.getByRole('dialog', { name: title });
    await modal.waitFor();
    expect(await modal.evaluate((element) => element.contains(document.activeElement)), title).toBe(true);
    for (let press = 0; press < 24; press += 1) {
      await page.keyboard.press('Tab');
      // Between the last and the first control the focus may pass the browser's own bar.
      const outside = await modal.evaluate(
        (element) => document.activeElement !== document.body && !element.contains(document.activeElement),
      );
      expect(outside, title).toBe(false);
      // The browser scrolls to the control after it has the focus.
      await expect.poll(() => page.evaluate(coveredFocus), { message: title }).toBe('');
    }
    expect(await graveFaults(page, 'dialog[open]'), title).toEqual([]);
    expect([title, await excessWidth(page), await smallTargets(page)]).toEqual([title, 0, []]);
  }

  test('review, progress, validation errors and receipt keep the focus, and a screen reader hears each stage once', async () => {
    filled.scene.mocks.setScenario({ service: 'validate', scenario: 'rejects-model-state', times: 1 });
    const page = await filled.reopenAt(4, SMALLEST);
    await attachRequired(page);
    await seeLateAdvice(page);
    await check(page, 'Application Review');
    await button(page, 'Back to Edit').click();

    await confirmApplication(page);
    await stage(page, 'cricos-validation', 'error').waitFor();
    await check(page, 'Submission progress');
    await button(page, 'Show all details').click();
    await check(page, 'CRICOS validation errors');
    await page.keyboard.press('Escape');
    await button(page, 'Close and Retry').click();

    await page.evaluate(listen);
    await confirmApplication(page);
    await stage(page, 'completion', 'completed').waitFor();
    await page.getByText('Application submitted successfully!').first().waitFor();
    const said = await page.evaluate(() => (window as { said?: string[] }).said ?? []);
    expect(new Set(said).size).toBe(said.length);
    expect(said.at(-1)).toBe('Application submitted successfully!');
    expect(said.filter((text) => text.includes('|'))).toEqual([]);
    await check(page, 'Application submitted successfully!');
  });
});

/** Opens the review. Advice that arrives late in it does not push the focus under the footer. */
async function seeLateAdvice(page: WatchedPage): Promise<void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/before-you-send*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await button(page, 'Submit Application').click();
  const review = page.getByRole('dialog', { name: 'Application Review' });
  await review
    .getByRole('button', { name: /^Edit / })
    .first()
    .focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => page.evaluate(coveredFocus)).toBe('');
  held.resolve();
  await review.getByRole('region', { name: 'Before you send' }).waitFor();
  expect(await page.evaluate(coveredFocus)).toBe('');
}

/** Runs in the page: notes what its polite regions say. One region is to say each stage once, and the end once. */
function listen(): void {
  const said: string[] = [];
  Object.assign(window, { said });
  new MutationObserver(() => {
    const regions = document.querySelectorAll('dialog [aria-live=polite]');
    const text = [...regions].map((region) => region.textContent).join('|');
    if (text !== '' && text !== said.at(-1)) said.push(text);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
