/** @module-tag slow */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openPage, PHONE } from './support/browser.ts';
import { sceneOfFile } from './support/scene-of-file.ts';
import { fillStep, MINIMAL, reachStep } from './support/student.ts';
import { answer, openCard, saved } from './support/wizard.ts';

const scene = sceneOfFile();

const CONTROLS = 'input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), select, textarea';

/** The controls that are typed or chosen in with smaller letters than 16 px: Safari on phones zooms in on those. */
const small = (page: Page) =>
  page.locator(CONTROLS).evaluateAll((all) =>
    all.flatMap((one) => {
      const size = Number.parseFloat(getComputedStyle(one).fontSize);
      return size < 16 ? [`${one.getAttribute('name') ?? one.id}: ${size}px`] : [];
    }),
  );

describe('on a phone', () => {
  test('no control has letters so small that Safari zooms in on it', async () => {
    const page = await openPage(await scene.context(PHONE), scene.product.url);
    await openCard(page, 'student-form');
    for (const step of [1, 2, 3, 4]) {
      await page.locator(`form[data-step="${step}"] :is(input, select)`).first().waitFor();
      expect(await small(page)).toEqual([]);
      if (step === 4) break;
      await fillStep(page, step, MINIMAL);
      await page.getByRole('button', { name: 'Next' }).click();
    }
    await page.getByRole('button', { name: /^More / }).click();
    await page.getByRole('button', { name: 'Rename' }).waitFor();
    expect(await small(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back to home' }).click();
    await page.getByRole('button', { name: 'Short application' }).press('Enter');
    await page.locator('[name=familyName]').waitFor();
    expect(await small(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('searchbox').waitFor();
    expect(await small(page)).toEqual([]);
  });

  test('nor has any in the form of agencies', async () => {
    const page = await openPage(await scene.context(PHONE), scene.product.url);
    await openCard(page, 'agent');
    await openCard(page, 'new-agent');
    await page.locator('[name=agencyName]').waitFor();
    expect(await page.locator(CONTROLS).count()).toBeGreaterThan(8);
    expect(await small(page)).toEqual([]);
  });

  test('a keyboard on the screen takes the bar with Next out of the way of the field, and gives it back', async () => {
    const page = await openPage(await scene.context(PHONE), scene.product.url);
    await openCard(page, 'student-form');
    await page.locator('main[data-draft]').waitFor();
    const bar = page.locator('div:has(> button:has-text("Next"))').last();
    const position = () => bar.evaluate((one) => getComputedStyle(one).position);
    /** As Safari and Chrome on phones tell of it: what is seen of the page is lower, the page itself is not. */
    const show = (height: number) =>
      page.evaluate((seen) => {
        const { visualViewport } = window;
        Object.defineProperty(visualViewport, 'height', { configurable: true, value: seen });
        visualViewport?.dispatchEvent(new Event('resize'));
      }, height);
    expect(await position()).toBe('sticky');
    await show(500);
    await expect.poll(position).toBe('static');
    await show(844);
    await expect.poll(position).toBe('sticky');
    // Other browsers make the page itself lower.
    await page.setViewportSize({ width: 390, height: 400 });
    await expect.poll(position).toBe('static');
  });
});

describe.each(['visibilitychange', 'pagehide'])('a browser that does not tell by %s that a page is left', (missing) => {
  test('keeps what was typed last', async () => {
    const context = await scene.context();
    await context.addInitScript((name) => {
      window.addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });
    }, missing);
    const page = await openPage(context, scene.product.url);
    await openCard(page, 'student-form');
    await page.locator('main[data-draft]').waitFor();
    await page.locator('[name=firstName]').pressSequentially('Amelia');
    await page.goto(`${scene.product.url}/healthz`);
    await page.goto(scene.product.url);
    await expect.poll(() => page.locator('[name=firstName]').inputValue()).toBe('Amelia');
  });
});

describe('a browser without idle callbacks (Safari)', () => {
  test('starts, keeps itself for a visit without a network, and finds what was saved', async () => {
    const context = await scene.context({ serviceWorkers: 'allow' });
    await context.addInitScript(() => {
      Reflect.deleteProperty(window, 'requestIdleCallback');
    });
    const page = await openPage(context, scene.product.url);
    await openCard(page, 'student-form');
    await answer(page, 'firstName', 'Amelia');
    await saved(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await expect.poll(() => page.locator('[name=firstName]').inputValue()).toBe('Amelia');
  });
});

test('a file input takes PDF files, and leaves it to the device where they come from', async () => {
  const page = await openPage(await scene.context(PHONE), scene.product.url);
  await reachStep(page, 4);
  const inputs = page.locator('input[type=file]');
  // The documents come right after the questions of the step.
  await inputs.first().waitFor({ state: 'attached' });
  for (const input of await inputs.all()) {
    expect(await input.getAttribute('accept')).toMatch(/application\/pdf/);
    expect(await input.getAttribute('capture')).toBeNull();
  }
});

test('what is kept in this browser is said to end with a private window', async () => {
  const page = await openPage(await scene.context(), scene.product.url);
  await openCard(page, 'student-form');
  await answer(page, 'firstName', 'Amelia');
  await saved(page);
  const list = page.getByRole('region', { name: 'Your applications' });
  await list.getByText('Do not use a private window').waitFor();
});
