import { beforeEach, describe, expect, test } from 'vitest';
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
import type { WatchedPage } from './support/scene.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { stopClock } from './support/stop-clock.ts';
import { button, notifications } from './support/student.ts';

const REQUIRED = 'Agent introduction document is required. Please upload a PDF document.';

const scene = sceneOfFile();
let page: WatchedPage;
beforeEach(async () => {
  page = await scene.reopen();
  await openAgentForm(page, 'new-agent');
});

const submit = () => button(page, 'Submit Application').click();
const modal = () => page.getByRole('dialog', { name: 'Application submitted successfully!' });
const message = (name: string) => page.locator(`[id="${name}-error"]`);
const registrations = () => scene.mocks.effects('agent-flow');

async function fillAll(): Promise<void> {
  await fillAgency(page);
  await attachIntroduction(page);
}

describe('the new agent form', () => {
  test(
    'asks for everything but alternate email, ACN and ABN, and puts the focus on the first that is missing',
    SLOW,
    async () => {
      await submit();
      await message('agencyName').waitFor();
      for (const name of Object.keys(AGENCY)) expect(await message(name).count(), name).toBe(1);
      for (const name of ['alternateEmail', 'acn', 'abn']) expect(await message(name).count(), name).toBe(0);
      await page.getByText(REQUIRED).waitFor();
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('agencyName');
      expect(registrations()).toEqual([]);
    },
  );
});

describe('a registration on a phone', () => {
  test('goes to the automation flow with its file, and ends in the modal', SLOW, async () => {
    page = await scene.open(PHONE);
    await openAgentForm(page, 'new-agent');
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
  /** Returns the Application ID. */
  async function register(): Promise<string> {
    const id = await applicationId(page);
    await fillAll();
    await submit();
    await modal().waitFor();
    return id;
  }

  test(
    'the Application ID can be copied; the toast over the open modal is seen, is within it, and can be dismissed',
    SLOW,
    async () => {
      page = await scene.open();
      await openAgentForm(page, 'new-agent');
      const id = await register();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      // The toast stays for three seconds. On a loaded machine the pointer may take longer.
      await stopClock(page);
      for (const { viewport } of [PHONE, DESKTOP]) {
        await page.setViewportSize(viewport ?? { width: 390, height: 844 });
        await button(page, 'Copy to clipboard').click();
        // Outside of the modal it would be inert: silent to a screen reader, and out of reach.
        const toast = modal().getByRole('status').filter({ hasText: 'Application ID copied to clipboard!' });
        await toast.hover();
        // Its time does not pass while the pointer is over it.
        await page.clock.runFor(10_000);
        const isSeen = () =>
          toast.evaluate((element) => {
            const { left, top, right, bottom } = element.getBoundingClientRect();
            const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return element.contains(middle) && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          });
        // It drops from above the edge of the window.
        await expect.poll(isSeen).toBe(true);
        await toast.getByRole('button', { name: 'Dismiss' }).click();
        await toast.waitFor({ state: 'detached' });
      }
      expect(await modal().count()).toBe(1);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
    },
  );

  test('closing the modal starts again with a fresh Application ID', SLOW, async () => {
    const id = await register();
    await button(page, 'Confirm, continue').click();
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
    await page.getByText('Agent application submission failed: The list accepts no entries at the moment.').waitFor();
    expect(await page.locator('[name=agencyName]').inputValue()).toBe(AGENCY.agencyName);
    scene.mocks.setScenario({ service: 'agent-flow', scenario: 'accepts' });
    await button(page, 'Submission Failed').click();
    await modal().getByText(id).waitFor();
    await expect.poll(async () => dominant(await colour())).toBe('green');
    expect(registrations()).toHaveLength(1);
  });
});

describe('a half-filled registration', () => {
  test('comes back after a reload, with its document and its Application ID', SLOW, async () => {
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
