import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '../support/pdf.ts';
import { DESKTOP, PHONE } from './support/browser.ts';
import { type FilledProfile, fillProfile, openFilled } from './support/filled.ts';
import { AGENT, openScene, type Scene, type WatchedPage } from './support/scene.ts';
import {
  attachRequired,
  button,
  chooseAgent,
  chosen,
  fillStep,
  MINIMAL,
  notifications,
  stepOf,
  uploaded,
  value,
} from './support/student.ts';
import { answer, attach, goOn, openCard, saved } from './support/wizard.ts';

let scene: Scene;
let profile: FilledProfile;
beforeAll(async () => {
  scene = await openScene();
  profile = await fillProfile(scene);
});
afterEach(() => scene.clear());
afterAll(() => scene[Symbol.asyncDispose]());

const openAt = (step: number, options: BrowserContextOptions = DESKTOP) =>
  openFilled(scene, profile, { step, options });

async function openEmpty(options: BrowserContextOptions = DESKTOP): Promise<WatchedPage> {
  const page = await scene.open(options);
  await openCard(page, 'student-form');
  await page.locator('main[data-draft]').waitFor();
  return page;
}

const indicator = (page: WatchedPage) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button');
const focusedName = (page: WatchedPage) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.tagName);
const toast = (page: WatchedPage) => notifications(page).getByRole('alert').first();
/** Over the indicator to the third step, whatever lies between, and on to the last. */
async function goOnFromThird(page: WatchedPage): Promise<void> {
  await indicator(page).nth(2).click();
  await page.locator('form[data-step="3"]').waitFor();
  await goOn(page, 4);
}
const review = (page: WatchedPage) => page.getByRole('dialog', { name: 'Application Review' });

test('the form has its title, says that answers are in English only, and leads back to home', async () => {
  const page = await openEmpty();
  await page.getByRole('heading', { level: 1, name: 'Long Course Student Application Form' }).waitFor();
  await page.getByText('Please answer in English only').waitFor();
  await button(page, 'Back to home').click();
  await page.locator('main[data-view="home"]').waitFor();
});

describe('the way through the steps', () => {
  test('Previous is hidden on step 1, Next on the last step, which has a green submit button', async () => {
    const page = await openAt(4);
    expect(await button(page, 'Next').count()).toBe(0);
    const [red = 0, green = 0, blue = 0] = await button(page, 'Submit Application').evaluate(
      (element) => getComputedStyle(element).backgroundColor.match(/\d+/g)?.map(Number) ?? [],
    );
    expect(green).toBeGreaterThan(Math.max(red, blue));
    for (const step of [3, 2, 1]) {
      await button(page, 'Previous').click();
      await page.locator(`form[data-step="${step}"]`).waitFor();
    }
    expect(await button(page, 'Previous').count()).toBe(0);
    expect(await button(page, 'Next').count()).toBe(1);
  });

  test('completed steps and the current one can be clicked, pending ones cannot', async () => {
    const page = await openEmpty();
    expect(await indicator(page).evaluateAll((all) => all.map((one) => (one as HTMLButtonElement).disabled))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    await fillStep(page, 1, MINIMAL);
    await goOn(page, 2);
    expect(await indicator(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-state')))).toEqual([
      'completed',
      'current',
      'pending',
      'pending',
    ]);
    await indicator(page).first().click();
    await page.locator('form[data-step="1"]').waitFor();
    // Completed once, the step ahead stays open to a click.
    expect(await indicator(page).nth(2).isDisabled()).toBe(true);
  });

  test('moving back is free, whatever the step holds', async () => {
    const page = await openAt(2);
    await answer(page, 'postcode', 'not a postcode');
    await button(page, 'Previous').click();
    await page.locator('form[data-step="1"]').waitFor();
    await goOn(page, 2);
    expect(await value(page, 'postcode')).toBe('not a postcode');
  });

  test("a phone shows 'Step N of 4' with a progress bar in place of the four buttons", async () => {
    const page = await openAt(2, PHONE);
    const words = page.getByText('Step 2 of 4', { exact: true });
    const bar = page.getByRole('progressbar', { name: 'Step 2 of 4' });
    expect([await words.isVisible(), await bar.isVisible()]).toEqual([true, true]);
    expect(await bar.evaluate((element) => (element as HTMLProgressElement).position)).toBe(0.5);
    expect(await indicator(page).first().isVisible()).toBe(false);
  });

  test("Next says 'Validating...' and is disabled while it checks", async () => {
    const page = await openAt(1);
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        for (const one of document.querySelectorAll<HTMLButtonElement>('form button[aria-busy]'))
          seen.push(`${one.textContent} ${one.disabled}`);
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    await goOn(page, 2);
    expect(await page.evaluate(() => (window as { seen?: string[] }).seen)).toContain('Validating... true');
  });

  test('every view and every step opens at its top', async () => {
    const page = await openAt(1);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await goOn(page, 2);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await button(page, 'Back to home').click();
    await page.locator('main[data-view="home"]').waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test("the browser's own Back leads to the step and then to the view before", async () => {
    const page = await openEmpty();
    await fillStep(page, 1, MINIMAL);
    await goOn(page, 2);
    await page.goBack();
    await page.locator('form[data-step="1"]').waitFor();
    expect(await value(page, 'firstName')).toBe(MINIMAL.firstName);
    await page.goBack();
    await page.locator('main[data-view="home"]').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goForward();
    await page.locator('main[data-view="student-form"]').waitFor();
  });
});

describe('a step that is not in order', () => {
  test('names up to three questions in a toast, and takes the focus to the first of them', async () => {
    const page = await openAt(1);
    for (const name of ['passportNumber', 'firstName', 'email']) await answer(page, name, '');
    await button(page, 'Next').click();
    await toast(page).waitFor();
    expect(await toast(page).textContent()).toBe(
      'Please complete the following required fields in Personal Information: First name, Email address, Passport number',
    );
    await expect.poll(() => focusedName(page)).toBe('firstName');
    expect(await stepOf(page)).toBe(1);
  });

  test('says how many there are when there are more than three', async () => {
    const page = await openEmpty();
    await button(page, 'Next').click();
    await toast(page).waitFor();
    const messages = await page.locator('[id$="-error"]').count();
    expect(messages).toBeGreaterThan(3);
    expect(await toast(page).textContent()).toBe(
      `Please complete all required fields... ${messages} fields need to be filled`,
    );
    await expect.poll(() => focusedName(page)).toBe('title');
  });

  test('one toast at a time says so, and it goes once the step is in order', async () => {
    const page = await openEmpty();
    await button(page, 'Next').click();
    await toast(page).waitFor();
    await fillStep(page, 1, { ...MINIMAL, birthplace: '' });
    await button(page, 'Next').click();
    await notifications(page).getByText('Birthplace').waitFor();
    expect(await notifications(page).getByRole('alert').count()).toBe(1);
    await answer(page, 'birthplace', 'Chengdu');
    await goOn(page, 2);
    expect(await notifications(page).getByRole('alert').count()).toBe(0);
  });

  test('the toast goes after 4 to 6 seconds', async () => {
    const page = await openEmpty();
    await page.clock.install();
    await button(page, 'Next').click();
    await toast(page).waitFor();
    await page.clock.fastForward(3900);
    expect(await toast(page).isVisible()).toBe(true);
    await page.clock.fastForward(2100);
    await toast(page).waitFor({ state: 'detached' });
  });

  test('lists its messages as links that put the focus on the question, until each is put right', async () => {
    const page = await openAt(2);
    await answer(page, 'postcode', '');
    await answer(page, 'contactMobile', '+86');
    await button(page, 'Next').click();
    const links = page.locator('form').getByRole('link');
    await expect
      .poll(() => links.allTextContents())
      .toEqual(['Please enter postcode', 'Please enter a valid mobile number']);
    await links.nth(1).click();
    expect(await focusedName(page)).toBe('contactMobile');
    await page.keyboard.type('8613912345678');
    await answer(page, 'contactMobile', '8613912345678');
    await page.locator('[name=contactMobile]').blur();
    await expect.poll(() => links.allTextContents()).toEqual(['Please enter postcode']);
    await links.first().click();
    expect(await focusedName(page)).toBe('postcode');
  });

  test('an earlier step that is no longer in order is opened when submitting', async () => {
    const page = await openAt(2);
    await answer(page, 'state', '');
    await button(page, 'Previous').click();
    await page.locator('form[data-step="1"]').waitFor();
    await goOnFromThird(page);
    await attachRequired(page);
    await button(page, 'Submit Application').click();
    await page.locator('form[data-step="2"]').waitFor();
    await expect.poll(() => focusedName(page)).toBe('state');
    expect(await page.locator('#state-error').textContent()).toBe('Please enter state');
  });
});

describe('questions that depend on answers', () => {
  test('appear and go with the answer, and keep what was typed in case they come back', async () => {
    const page = await openAt(2);
    const city = page.locator('[name=postalCityTownSuburb]');
    expect(await city.count()).toBe(0);
    await answer(page, 'hasPostalAddress', 'Yes');
    await city.fill('Hanoi');
    await answer(page, 'hasPostalAddress', 'No');
    await city.waitFor({ state: 'detached' });
    await answer(page, 'hasPostalAddress', 'Yes');
    expect(await city.inputValue()).toBe('Hanoi');
  });

  test('the language in words is asked where Other or Multiple languages is chosen', async () => {
    const page = await openAt(3);
    await answer(page, 'isEnglishMainLanguage', 'No');
    const words = page.locator('[name=languageSpokenAtHomeOther]');
    for (const [language, asked] of [
      ['Mandarin', 0],
      ['Multiple languages', 1],
      ['Vietnamese', 0],
      ['Other (South Asia)', 1],
    ] as const) {
      await answer(page, 'languageSpokenAtHome', language);
      await expect.poll(() => words.count()).toBe(asked);
    }
  });

  test('choosing another source than Agent clears the agent, the name and the address', async () => {
    const page = await openAt(4);
    await answer(page, 'howDidYouHearAboutUs', 'Agent');
    await chooseAgent(page, AGENT.name);
    await answer(page, 'agentName', 'Mei Lin');
    await answer(page, 'agentEmail', 'mei@harbour.example');
    expect(await value(page, 'selectedAgent')).toBe(`${AGENT.name}|${AGENT.country}`);
    await answer(page, 'howDidYouHearAboutUs', 'Other');
    await page.locator('[name=selectedAgent]').waitFor({ state: 'detached' });
    await answer(page, 'howDidYouHearAboutUs', 'Agent');
    for (const name of ['selectedAgent', 'agentName', 'agentEmail']) expect(await value(page, name)).toBe('');
  });
});

describe('intakes', () => {
  test('that cannot be loaded are replaced by the usual dates, with a notice and a way to try again', async () => {
    const context = await scene.context({ ...DESKTOP, ...profile.copy() });
    await context.route('**/api/intakes', (route) =>
      route.fulfill({ json: { items: [], source: 'fallback', updatedAt: new Date().toISOString() } }),
    );
    const page = await scene.open(context);
    await page.locator('form[data-step="4"]').waitFor();
    const notice = page.getByText('latest intake dates unavailable, using defaults');
    await notice.waitFor();
    const offered = await page
      .locator('[name=selectedIntake] option')
      .evaluateAll((all) => all.map((one) => one.textContent));
    expect(offered).toContainEqual(expect.stringMatching(new RegExp(`13 January ${new Date().getFullYear() + 1}`)));

    await context.unroute('**/api/intakes');
    await button(page, 'Retry').click();
    await page.locator('form[data-step="4"]').waitFor();
    await notice.waitFor({ state: 'detached' });
    await expect.poll(() => value(page, 'selectedIntake')).toBe(MINIMAL.selectedIntake);
  });
});

describe('saving', () => {
  test("the indicator says 'saved' only when it is", async () => {
    const page = await openEmpty();
    const state = page.locator('[data-save-state]').first();
    await page.locator('[name=firstName]').pressSequentially('We');
    expect(await state.getAttribute('data-save-state')).not.toBe('saved');
    await saved(page);
    expect(await state.textContent()).toMatch(/^Saved on this device at \d\d:\d\d$/);
  });

  test('a reload brings back the view, the step, the answers and the documents', async () => {
    const page = await openAt(4);
    await attach(page, 'passport', { name: 'passport.pdf', bytes: makePdf({ bytes: 4000 }) });
    await uploaded(page, 1);
    await button(page, 'Previous').click();
    await answer(page, 'isAboriginal', 'Yes');
    await saved(page);
    await page.reload();
    await page.locator('form[data-step="3"]').waitFor();
    await expect.poll(() => chosen(page, 'isAboriginal')).toBe('Yes');
    expect(await value(page, 'industryOfEmployment')).toBe(MINIMAL.industryOfEmployment);
    await goOn(page, 4);
    await page.getByText('passport.pdf').waitFor();
    await uploaded(page, 1);
    expect(page.watched.troubles).toEqual([]);
  });

  test.each([
    ['shortly before 24 hours are over is there', 23 * 60 + 55, 'Wei'],
    ['after 24 hours is gone, from the device too', 24 * 60 + 5, ''],
  ])('what was filled %s', async (_when, minutes, firstName) => {
    const context = await scene.context({ ...DESKTOP, ...profile.copy() });
    await context.clock.setFixedTime(Date.now() + minutes * 60_000);
    const page = await scene.open(context);
    await page.locator('main[data-view="student-form"] form[data-step]').waitFor();
    if (firstName !== '') await page.locator('form[data-step="4"]').waitFor();
    for (let at = await stepOf(page); at > 1; at -= 1) await button(page, 'Previous').click();
    await page.locator('form[data-step="1"]').waitFor();
    await expect.poll(() => value(page, 'firstName')).toBe(firstName);
    const list = page.getByRole('region', { name: 'Your applications' });
    await list.waitFor();
    expect((await list.getByText('Wei Zhang').count()) > 0).toBe(firstName !== '');
  });

  test('an application whose 24 hours end while the page is open gives way to an empty one', async () => {
    const context = await scene.context({ ...DESKTOP, ...profile.copy() });
    await context.clock.install();
    const page = await scene.open(context);
    await page.locator('form[data-step="4"]').waitFor();
    await context.clock.fastForward('24:01:00');
    await page.locator('form[data-step="1"]').waitFor();
    expect(await value(page, 'firstName')).toBe('');
  });
});

describe('the review', () => {
  async function openReview() {
    const page = await openAt(4);
    await attachRequired(page);
    await button(page, 'Submit Application').click();
    await review(page).waitFor();
    return page;
  }

  test('shows what was answered under its sections, with nothing empty and documents with their sizes', async () => {
    const page = await openReview();
    await review(page).getByText('Please review your information before submitting').waitFor();
    expect(await review(page).getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Personal Information',
      'Current Address',
      'Emergency Contact',
      'Language and Cultural Diversity',
      'Education Background',
      'Employment',
      'Course Selection & Marketing',
      'Uploaded Documents',
    ]);
    const terms = await review(page).locator('dt').allTextContents();
    const words = await review(page).locator('dd').allTextContents();
    const said = Object.fromEntries(terms.map((term, index) => [term, words[index]]));
    expect(said).toMatchObject({
      'First name': 'Wei',
      'Date of birth': '17 May 2001',
      'Industry of employment': expect.stringContaining('Construction'),
      'Current Passport': 'passport.pdf (900 Bytes)',
    });
    for (const empty of ['Middle name', 'Unique Student Identifier (USI)', 'Postal country', 'Curriculum Vitae (CV)'])
      expect(terms).not.toContain(empty);
    expect(words.filter((word) => /^\s*$|undefined|null/.test(word))).toEqual([]);
  });

  test('has the postal address only where one is declared', async () => {
    const page = await openAt(2);
    await answer(page, 'hasPostalAddress', 'Yes');
    await answer(page, 'postalCountry', 'Vietnam');
    for (const [name, text] of Object.entries({
      postalStreetNumber: '77',
      postalStreetName: 'Hang Bai',
      postalCityTownSuburb: 'Hanoi',
      postalState: 'Hoan Kiem',
      postalPostcode: '10000',
      postalMobilePhone: '84981234567',
    }))
      await answer(page, name, text);
    await goOnFromThird(page);
    await attachRequired(page);
    await button(page, 'Submit Application').click();
    await review(page).getByRole('heading', { name: 'Postal Address' }).waitFor();
    await review(page).getByText('Hang Bai').waitFor();
  });

  test("'Back to Edit', the close button and Escape return to the form, with the focus where it was", async () => {
    const page = await openReview();
    const ways = [
      () => review(page).getByRole('button', { name: 'Back to Edit' }).click(),
      () => review(page).getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
    ];
    for (const leave of ways) {
      await leave();
      await review(page).waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Submit Application');
      await page.keyboard.press('Enter');
      await review(page).waitFor();
    }
  });

  test('an Edit link leads to the step of its section', async () => {
    const page = await openReview();
    await review(page).getByRole('button', { name: 'Edit Emergency Contact' }).click();
    await page.locator('form[data-step="2"]').waitFor();
    expect(await review(page).count()).toBe(0);
  });
});

describe('documents', () => {
  const ONLY_PDF = 'File validation error: Only PDF files are supported. Please upload PDF documents only';
  const slot = (page: WatchedPage, name: string) => page.locator(`[data-document="${name}"]`);
  const choose = (page: WatchedPage, name: string, file: { name: string; mimeType: string; buffer: Buffer }) =>
    page.locator(`input[type=file][name="${name}"]`).setInputFiles(file);

  test.each([
    ['by its type', { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }],
    ['by its content', { name: 'photo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF at all') }],
  ])('a file that is no PDF %s is not taken, and an alert says why', async (_how, file) => {
    const page = await openAt(4);
    await choose(page, 'passport', file);
    await toast(page).waitFor();
    expect(await toast(page).textContent()).toBe(ONLY_PDF);
    expect(await slot(page, 'passport').getByText('Required').isVisible()).toBe(true);
  });

  test('a document can be replaced and removed', async () => {
    const page = await openAt(4);
    await attach(page, 'cv', { name: 'first.pdf', bytes: makePdf({ mark: 'first' }) });
    await uploaded(page, 1);
    await attach(page, 'cv', { name: 'second.pdf', bytes: makePdf({ mark: 'second' }) });
    await slot(page, 'cv').getByText('first.pdf').waitFor({ state: 'detached' });
    await uploaded(page, 1);
    await slot(page, 'cv').getByRole('button', { name: 'Remove' }).click();
    await slot(page, 'cv').getByText('Optional', { exact: true }).waitFor();
  });

  test("missing ones are marked 'Required', and submitting names them", async () => {
    const page = await openAt(4);
    await attach(page, 'passport', { name: 'passport.pdf', bytes: makePdf() });
    expect(await page.getByText('Required', { exact: true }).count()).toBe(3);
    await button(page, 'Submit Application').click();
    await toast(page).waitFor();
    expect(await toast(page).textContent()).toBe(
      'Missing required documents: Evidence of Year 12 or Vocational Education, ELICOS Training Offer, Academic Qualifications & Transcripts',
    );
    expect(await review(page).count()).toBe(0);
  });

  test('the slot of the English test is called after the chosen method', async () => {
    const page = await openAt(3);
    await answer(page, 'hasCompletedEnglishTest', 'English test');
    await indicator(page).nth(2).click();
    const test_ = { englishTestType: 'IELTS', engTestDate: '2020-01-01' };
    for (const [name, text] of Object.entries(test_)) await answer(page, name, text);
    for (const score of ['listening', 'reading', 'writing', 'speaking', 'overall'])
      await answer(page, `${score}Score`, '7');
    await goOn(page, 4);
    await slot(page, 'englishTest').getByText('English Test Results').first().waitFor();
  });

  test('stand in two panels that fold', async () => {
    const page = await openAt(4);
    for (const title of ['Required Documents', 'Optional Documents']) {
      const panel = page.locator('details').filter({ hasText: title });
      await panel.locator('summary').click();
      expect(await panel.evaluate((element) => (element as HTMLDetailsElement).open)).toBe(false);
    }
  });
});
