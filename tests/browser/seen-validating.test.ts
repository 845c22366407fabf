/** @module-tag slow */
import { describe, expect, test } from 'vitest';
import { DESKTOP, PHONE } from './support/browser.ts';
import { filledScene } from './support/filled.ts';
import type { WatchedPage } from './support/scene.ts';
import { attachRequired, button, reachStep } from './support/student.ts';
import { waitLonger } from './support/wait-longer.ts';
import { openCard } from './support/wizard.ts';

const CPU_SLOWDOWN = 4;
const filled = filledScene();

/** Slows the page down as a cheap phone is, and notes the words of the form's busy button in each painted frame. */
async function slowedDown(page: WatchedPage): Promise<WatchedPage> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.evaluate(waitLonger);
  await page.evaluate(() => {
    const painted: string[] = [];
    Object.assign(window, { painted });
    const words = () => document.querySelector('form button[aria-busy]')?.textContent ?? '';
    // Scripts run no more between a frame's callbacks and its painting: what stands in both was seen.
    const note = () => {
      const before = words();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        if (before !== '' && before === words()) painted.push(before);
      };
      port2.postMessage('');
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  return page;
}

/** What the busy button said in the frames since the last call. */
const takePainted = (page: WatchedPage): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { painted: string[] }).painted.splice(0));

const screens = [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const;

describe.each(screens)("'Validating...' is painted on %s that is four times slower", (_where, options) => {
  test('by each press on Next in steps that are in order, and by the press on Submit that opens the review', async () => {
    const page = await slowedDown(await filled.openAt(1, options));
    for (const step of [2, 3, 4]) {
      await button(page, 'Next').click();
      await page.locator(`form[data-step="${step}"]`).waitFor();
      expect(await takePainted(page), `to step ${step}`).toContain('Validating...');
    }
    await attachRequired(page);
    await button(page, 'Submit Application').click();
    await page.getByRole('dialog', { name: 'Application Review' }).waitFor();
    expect(await takePainted(page)).toContain('Validating...');
  });

  test('by Next with everything empty, and when it is pressed again', async () => {
    const page = await filled.scene.open(options);
    await openCard(page, 'student-form');
    await page.locator('main[data-draft]').waitFor();
    await slowedDown(page);
    for (const _press of ['first', 'second']) {
      await button(page, 'Next').click();
      await page.locator('#title-error').waitFor();
      await button(page, 'Next').waitFor();
      expect(await takePainted(page)).toContain('Validating...');
    }
  });

  test('by Submit with everything of its step empty', async () => {
    const page = await filled.scene.open(options);
    await reachStep(page, 4);
    await slowedDown(page);
    await button(page, 'Submit Application').click();
    await page.locator('#agreeToTerms-error').waitFor();
    expect(await takePainted(page)).toContain('Validating...');
  });
});
