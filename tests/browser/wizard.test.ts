import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { DESKTOP, PHONE } from './support/browser.ts';
import { filledScene } from './support/filled.ts';
import { AGENT, type WatchedPage } from './support/scene.ts';
import {
  attachRequired,
  button,
  chooseAgent,
  fillStep,
  MINIMAL,
  notifications,
  stepOf,
  toast,
  value,
} from './support/student.ts';
import { answer, goOn, indicator, openCard } from './support/wizard.ts';

const filled = filledScene();
const { reopenAt } = filled;

async function openEmpty(options: BrowserContextOptions = DESKTOP): Promise<WatchedPage> {
  return toEmptyForm(await filled.scene.reopen(options));
}

async function toEmptyForm(page: WatchedPage): Promise<WatchedPage> {
  await openCard(page, 'student-form');
  await page.locator('main[data-draft]').waitFor();
  return page;
}

const focusedName = (page: WatchedPage) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.tagName);
/** Over the indicator to the third step, whatever lies between, and on to the last. */
async function goOnFromThird(page: WatchedPage): Promise<void> {
  await indicator(page).nth(2).click();
  await page.locator('form[data-step="3"]').waitFor();
  await goOn(page, 4);
}

test('the form has its title, says that answers are in English only, and leads back to home', async () => {
  const page = await openEmpty();
  await page.getByRole('heading', { level: 1, name: 'Long Course Student Application Form' }).waitFor();
  await page.getByText('Please answer in English only').waitFor();
  await button(page, 'Back to home').click();
  await page.locator('main[data-view="home"]').waitFor();
});

describe('the way through the steps', () => {
  test('Previous is hidden on step 1, Next on the last step, which has a green submit button', SLOW, async () => {
    const page = await reopenAt(4);
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

  test('completed steps and the current one can be clicked, pending ones cannot', SLOW, async () => {
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

  test('moving back is free, whatever the step holds', SLOW, async () => {
    const page = await reopenAt(2);
    await answer(page, 'postcode', 'not a postcode');
    await button(page, 'Previous').click();
    await page.locator('form[data-step="1"]').waitFor();
    await goOn(page, 2);
    expect(await value(page, 'postcode')).toBe('not a postcode');
  });

  test("a phone shows 'Step N of 4' with a progress bar in place of the four buttons", SLOW, async () => {
    const page = await reopenAt(2, PHONE);
    const words = page.getByRole('navigation', { name: 'Steps' }).getByText('Step 2 of 4', { exact: true });
    const bar = page.getByRole('progressbar', { name: 'Step 2 of 4' });
    expect([await words.isVisible(), await bar.isVisible()]).toEqual([true, true]);
    expect(await bar.evaluate((element) => (element as HTMLProgressElement).position)).toBe(0.5);
    expect(await indicator(page).first().isVisible()).toBe(false);
  });

  test("Next says 'Validating...' and is disabled while it checks", SLOW, async () => {
    const page = await reopenAt(1);
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

  test('every view and every step opens at its top', SLOW, async () => {
    const page = await reopenAt(1);
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
    // A step is a place to go back from once it was painted.
    await expect.poll(() => page.evaluate(() => history.state?.step)).toBe(2);
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
    const page = await reopenAt(1);
    for (const name of ['passportNumber', 'firstName', 'email']) await answer(page, name, '');
    await button(page, 'Next').click();
    await toast(page).waitFor();
    expect(await toast(page).textContent()).toBe(
      'Please complete the following required fields in Personal Information: First name, Email address, Passport number',
    );
    await expect.poll(() => focusedName(page)).toBe('firstName');
    expect(await stepOf(page)).toBe(1);
  });

  test('says how many there are when there are more than three', SLOW, async () => {
    const page = await openEmpty();
    await button(page, 'Next').click();
    await toast(page).waitFor();
    const messages = await page.locator('[id$="-error"]').count();
    expect(messages).toBeGreaterThan(3);
    expect(await toast(page).textContent()).toBe(
      `Please complete all required fields... ${messages} fields need to be filled`,
    );
    await page.locator('[data-part=summary]:focus').waitFor();
  });

  test('one toast at a time says so, and it goes once the step is in order', SLOW, async () => {
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

  test('the toast goes after 4 to 6 seconds', SLOW, async () => {
    // Its clock stays as it is told, which another test could not use.
    const page = await toEmptyForm(await filled.scene.open());
    await page.clock.install();
    await button(page, 'Next').click();
    await toast(page).waitFor();
    await page.clock.fastForward(3900);
    expect(await toast(page).isVisible()).toBe(true);
    await page.clock.fastForward(2100);
    await toast(page).waitFor({ state: 'detached' });
  });

  test('lists its messages as links that put the focus on the question, until each is put right', SLOW, async () => {
    const page = await reopenAt(2);
    await answer(page, 'postcode', '');
    await answer(page, 'contactMobile', '+86');
    await button(page, 'Next').click();
    const links = page.locator('form').getByRole('link');
    await expect
      .poll(() => links.allTextContents())
      .toEqual(['Please enter postcode', 'Please enter a valid mobile number']);
    await links.nth(1).click();
    await expect.poll(() => focusedName(page)).toBe('contactMobile');
    await page.keyboard.type('8613912345678');
    await answer(page, 'contactMobile', '8613912345678');
    await page.locator('[name=contactMobile]').blur();
    await expect.poll(() => links.allTextContents()).toEqual(['Please enter postcode']);
    await links.first().click();
    await expect.poll(() => focusedName(page)).toBe('postcode');
  });

  test('an earlier step that is no longer in order is opened when submitting', async () => {
    const page = await reopenAt(2);
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
  test('appear and go with the answer, and keep what was typed in case they come back', SLOW, async () => {
    const page = await reopenAt(2);
    const city = page.locator('[name=postalCityTownSuburb]');
    expect(await city.count()).toBe(0);
    await answer(page, 'hasPostalAddress', 'Yes');
    await city.fill('Hanoi');
    await answer(page, 'hasPostalAddress', 'No');
    await city.waitFor({ state: 'detached' });
    await answer(page, 'hasPostalAddress', 'Yes');
    expect(await city.inputValue()).toBe('Hanoi');
  });

  test('the language in words is asked where Other or Multiple languages is chosen', SLOW, async () => {
    const page = await reopenAt(3);
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

  test('choosing another source than Agent clears the agent, the name and the address', SLOW, async () => {
    const page = await reopenAt(4);
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
  test(
    'that cannot be loaded are replaced by the usual dates, with a notice and a way to try again',
    SLOW,
    async () => {
      const context = await filled.scene.context({ ...DESKTOP, ...filled.profile.copy() });
      await context.route('**/api/intakes', (route) =>
        route.fulfill({ json: { items: [], source: 'fallback', updatedAt: new Date().toISOString() } }),
      );
      const page = await filled.scene.open(context);
      await page.locator('form[data-step="4"]').waitFor();
      const words = 'latest intake dates unavailable, using defaults';
      const said = notifications(page).getByText(words);
      await said.waitFor();
      expect(await said.count()).toBe(1);
      const notice = page.locator('main').getByText(words);
      await notice.waitFor();
      // Another view and back: it has been said.
      await said.waitFor({ state: 'detached' });
      await button(page, 'Back to home').click();
      await openCard(page, 'student-form');
      await notice.waitFor();
      expect(await said.count()).toBe(0);
      const offered = await page
        .locator('[name=selectedIntake] option')
        .evaluateAll((all) => all.map((one) => one.textContent));
      expect(offered).toContainEqual(expect.stringMatching(new RegExp(`13 January ${new Date().getFullYear() + 1}`)));

      await context.unroute('**/api/intakes');
      await button(page, 'Retry').click();
      await page.locator('form[data-step="4"]').waitFor();
      await notice.waitFor({ state: 'detached' });
      await expect.poll(() => value(page, 'selectedIntake')).toBe(MINIMAL.selectedIntake);
    },
  );
});
