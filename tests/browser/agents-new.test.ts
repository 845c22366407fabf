import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../support/pdf.ts';
import { SLOW } from '../support/slow.ts';
import {
  AGENCY,
  applicationId,
  attachIntroduction,
  fillAgency,
  INTRODUCTION,
  openAgentForm,
} from './support/agency.ts';
import { graveFaults } from './support/axe.ts';
import { DESKTOP, PHONE } from './support/browser.ts';
import { openScene, type Scene, type WatchedPage } from './support/scene.ts';
import { button, draftId, notifications } from './support/student.ts';
import { answer } from './support/wizard.ts';

const REQUIRED = 'Agent introduction document is required. Please upload a PDF document.';

let scene: Scene;
let page: WatchedPage;
beforeAll(async () => {
  scene = await openScene();
});
beforeEach(async () => {
  page = await scene.reopen();
  await openAgentForm(page, 'new-agent');
});
afterEach(() => scene.clear());
afterAll(() => scene[Symbol.asyncDispose]());

const submit = () => button(page, 'Submit Application').click();
const modal = () => page.getByRole('dialog', { name: 'Application submitted successfully!' });
const message = (name: string) => page.locator(`[id="${name}-error"]`);
const registrations = () => scene.mocks.effects('agent-flow');

async function fillAll(): Promise<void> {
  await fillAgency(page);
  await attachIntroduction(page);
}

describe('the new agent form', () => {
  test('has its title, an Application ID of this year, the flow it goes to and its five sections', async () => {
    await page.getByRole('heading', { name: 'New Agent Application Form', level: 1 }).waitFor();
    expect(await applicationId(page)).toMatch(new RegExp(`^AGT-${new Date().getFullYear()}-[A-Z0-9]{6}-\\d{6}$`));
    await page.getByText(await applicationId(page), { exact: true }).waitFor();
    await page.getByText('Please save this number for future reference').waitFor();
    await page.getByText('This form goes to our automation flow').waitFor();
    for (const name of ['Agency', 'Contact', 'Address', 'Business']) {
      await page.getByRole('group', { name: `${name} Information` }).waitFor();
    }
    await page.getByRole('group', { name: 'Agent Introduction' }).waitFor();
    expect(page.watched.troubles).toEqual([]);
  });

  test('asks for everything but alternate email, ACN and ABN, and puts the focus on the first that is missing', async () => {
    await submit();
    await message('agencyName').waitFor();
    for (const name of Object.keys(AGENCY)) expect(await message(name).count(), name).toBe(1);
    for (const name of ['alternateEmail', 'acn', 'abn']) expect(await message(name).count(), name).toBe(0);
    await page.getByText(REQUIRED).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('agencyName');
    expect(registrations()).toEqual([]);
  });

  test('ACN and ABN whose check digits do not match get a warning and look accepted, as they are', SLOW, async () => {
    const looks = (one: Locator) =>
      one.evaluate((element) => {
        const { borderColor, boxShadow } = getComputedStyle(element);
        return { invalid: element.getAttribute('aria-invalid'), borderColor, boxShadow };
      });
    const numbers = { acn: '123456789', abn: '12345678901' };
    for (const [name, value] of Object.entries(numbers)) {
      await answer(page, name, value);
      await page.locator(`[name=${name}]`).blur();
      const control = page.locator(`[name=${name}]`);
      const words = `This ${name.toUpperCase()} looks wrong. Please check the numbers.`;
      await page.locator(`#${name}-warning`).getByText(words).waitFor();
      await expect.poll(() => looks(control)).toEqual(await looks(page.locator('[name=alternateEmail]')));
      expect(await control.getAttribute('aria-describedby')).toContain(`${name}-warning`);
      expect(await message(name).count()).toBe(0);
    }
    // Nor does the summary of an attempt to submit count them.
    await submit();
    await page.getByText('11 answers need your attention').waitFor();
    await fillAll();
    await submit();
    await modal().waitFor();
    expect(scene.mocks.received({ service: 'agent-flow' }).at(-1)?.body).toMatchObject(numbers);
  });
});

const screens = [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const;
describe.each(screens)('a registration on %s', (_where, options) => {
  test('goes to the automation flow with its file, and ends in the modal', async () => {
    if (options !== DESKTOP) {
      page = await scene.open(options);
      await openAgentForm(page, 'new-agent');
    }
    const id = await applicationId(page);
    await fillAll();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/agent-applications/*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await submit();
    expect(await button(page, 'Submitting...').isDisabled()).toBe(true);
    held.resolve();
    await modal().getByText(id).waitFor();
    await modal().getByText('5-10 business days').waitFor();
    const [sent] = scene.mocks.received({ service: 'agent-flow' });
    expect(sent?.body).toMatchObject({ title: id, agencyName: AGENCY.agencyName, hasAgentIntroduction: 'true' });
    expect(sent?.files).toMatchObject([{ filename: INTRODUCTION.name, sha256: sha256(INTRODUCTION.bytes) }]);
    expect(registrations()).toHaveLength(1);
    expect(page.watched.troubles).toEqual([]);
  });
});

describe('after a registration', () => {
  let id: string;
  beforeEach(async () => {
    id = await applicationId(page);
    await fillAll();
    await submit();
    await modal().waitFor();
  });

  test('the Application ID can be copied; the toast over the open modal is seen, is within it, and can be dismissed', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const { viewport } of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport ?? { width: 390, height: 844 });
      await button(page, 'Copy to clipboard').click();
      // Outside of the modal it would be inert: silent to a screen reader, and out of reach.
      const toast = modal().getByRole('status').filter({ hasText: 'Application ID copied to clipboard!' });
      // Its three seconds do not pass while the pointer is over it.
      await toast.hover();
      const seen = await toast.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return element.contains(middle) && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      });
      expect(seen).toBe(true);
      await toast.getByRole('button', { name: 'Dismiss' }).click();
      await toast.waitFor({ state: 'detached' });
    }
    expect(await modal().count()).toBe(1);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  });
  const refusals: readonly (readonly [string, () => unknown])[] = [
    ['the browser has no clipboard for the page', () => Reflect.deleteProperty(Navigator.prototype, 'clipboard')],
    [
      'the browser does not allow it',
      () => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
      },
    ],
  ];
  test.each(refusals)(
    'it can be copied where %s: out of a hidden text area inside the open modal',
    SLOW,
    async (_why, take) => {
      await page.evaluate(take);
      await button(page, 'Copy to clipboard').click();
      await notifications(page).getByText('Application ID copied to clipboard!').waitFor();
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Copy to clipboard');
      expect(await page.locator('textarea').count()).toBe(0);
      await modal().getByRole('button', { name: 'Confirm, continue' }).click();
      // The old form stays a moment longer, and takes the focus with it.
      await expect.poll(() => applicationId(page)).not.toBe(id);
      // What was copied is what is pasted.
      await page.locator('[name=agencyName]').focus();
      await page.keyboard.press('Control+V');
      expect(await page.locator('[name=agencyName]').inputValue()).toBe(id);
      expect(page.watched.troubles).toEqual([]);
    },
  );
  test('where nothing can be copied no toast says that it was', SLOW, async () => {
    await page.evaluate(() => {
      Reflect.deleteProperty(Navigator.prototype, 'clipboard');
      document.execCommand = () => false;
    });
    await button(page, 'Copy to clipboard').click();
    await notifications(page).getByText('We could not copy the Application ID. Please write it down.').waitFor();
    expect(await page.getByText('Application ID copied to clipboard!').count()).toBe(0);
  });
  const ways = [
    ["'Confirm, continue'", () => button(page, 'Confirm, continue').click()],
    ['Escape', () => page.keyboard.press('Escape')],
    ['a press beside it', () => page.mouse.click(6, 6)],
  ] as const;
  test.each(ways)('%s closes the modal and starts again with a fresh Application ID', async (_by, close) => {
    await close();
    await modal().waitFor({ state: 'detached' });
    await expect.poll(() => applicationId(page)).not.toBe(id);
    for (const name of Object.keys(AGENCY)) expect(await page.locator(`[name="${name}"]`).inputValue(), name).toBe('');
    await page.getByText('At least one file is required for submission.').waitFor();
    await button(page, 'Submit Application').waitFor();
  });
});

describe('a registration that fails', () => {
  beforeEach(fillAll);

  test('appears on the button, which is red then and green for success, in a toast and below, and a second try registers once under the same ID', async () => {
    const id = await applicationId(page);
    scene.mocks.setScenario({ service: 'agent-flow', scenario: 'rejects-message' });
    await submit();
    // First, since the toast stays for four seconds; the button stays as it is.
    await notifications(page).getByText('Submission failed, please try again').waitFor();
    await button(page, 'Submission Failed').waitFor();
    const colour = () => page.locator('button[type=submit]').evaluate((one) => getComputedStyle(one).backgroundColor);
    await expect.poll(async () => dominant(await colour())).toBe('red');
    await page
      .getByText('Agent application submission failed: The list does not take entries at the moment.')
      .waitFor();
    expect(await page.locator('[name=agencyName]').inputValue()).toBe(AGENCY.agencyName);
    scene.mocks.setScenario({ service: 'agent-flow', scenario: 'accepts' });
    await button(page, 'Submission Failed').click();
    await modal().getByText(id).waitFor();
    await expect.poll(async () => dominant(await colour())).toBe('green');
    expect(registrations()).toHaveLength(1);
  });
  test(
    'and is retried by the server in between: other answers come too late, the page shows that and follows it to its end',
    SLOW,
    async () => {
      page.watched.expect(/409/);
      scene.mocks.setScenario({ service: 'agent-flow', scenario: 'failing' });
      await submit();
      await button(page, 'Submission Failed').waitFor();
      const id = await draftId(page);
      scene.mocks.setScenario({ service: 'agent-flow', scenario: 'slow', delayMs: 6000 });
      const status = async () =>
        (await (await page.request.get(`${scene.product.url}/api/submissions/${id}`)).json()).status;
      await expect.poll(status, { timeout: 180_000 }).toBe('processing');
      await answer(page, 'agencyName', 'Himal Partners');
      await page.locator('[name=agencyName]').blur();
      await submit();
      await page.getByText('Your application is already being sent').waitFor();
      await button(page, 'Submitting...').waitFor();
      expect(await graveFaults(page, 'main')).toEqual([]);
      await modal().getByText('We did not receive your later changes').waitFor();
      expect(registrations()).toHaveLength(1);
      expect(scene.mocks.received({ service: 'agent-flow' }).at(-1)?.body).toMatchObject({
        agencyName: AGENCY.agencyName,
      });
    },
  );
});

describe('a half-filled registration', () => {
  test('comes back after a reload, with its document and its Application ID', async () => {
    const id = await applicationId(page);
    await fillAll();
    await page.locator('[data-save-state=saved]').waitFor();
    await page.reload();
    await page.locator('[name=agencyName]').waitFor();
    expect(await applicationId(page)).toBe(id);
    for (const [name, value] of Object.entries(AGENCY)) {
      expect(await page.locator(`[name="${name}"]`).inputValue(), name).toBe(value);
    }
    await page.getByText(INTRODUCTION.name).waitFor();
    await submit();
    await modal().getByText(id).waitFor();
  });
});

describe('the new agent form and assistive technology', () => {
  test('has no grave fault, empty, judged and after success; its headings are in order', SLOW, async () => {
    expect(await graveFaults(page)).toEqual([]);
    const levels = await page.locator('h1, h2, h3').evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
    for (const [index, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    await submit();
    await message('agencyName').waitFor();
    expect(await graveFaults(page, 'main')).toEqual([]);
    await fillAll();
    await submit();
    await modal().waitFor();
    expect(await graveFaults(page)).toEqual([]);
  });
});

/** Which part of 'rgb(r, g, b)' is the strongest. */
function dominant(colour: string): string | undefined {
  const parts =
    colour
      .match(/[\d.]+/g)
      ?.map(Number)
      .slice(0, 3) ?? [];
  return ['red', 'green', 'blue'][parts.indexOf(Math.max(...parts))];
}
