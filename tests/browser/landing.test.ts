import { readFileSync } from 'node:fs';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { DESKTOP, MOVING, PHONE } from './support/browser.ts';
import type { WatchedPage } from './support/scene.ts';
import { sceneOfFile } from './support/scene-of-file.ts';

const scene = sceneOfFile();

/** A snap takes less than a second; this machine may have other things to do. */
const SOON = { timeout: 60_000 };
/** Further apart than the lock of a snap. */
const SWIPES = { ...SOON, interval: 1000 };
const scrolled = (page: WatchedPage) => page.evaluate(() => Math.round(window.scrollY));
/** The portal section begins where the window does. */
const atPortals = (page: WatchedPage) =>
  expect
    .poll(
      () => page.locator('#portal').evaluate((portal) => Math.abs(Math.round(portal.getBoundingClientRect().top))),
      SOON,
    )
    .toBe(0);
const atHero = (page: WatchedPage) => expect.poll(() => scrolled(page), SOON).toBe(0);
/** The listeners come with React. */
async function openLanding(options: BrowserContextOptions = DESKTOP): Promise<WatchedPage> {
  const page = await scene.open({ ...MOVING, ...options });
  await page.locator('html[data-adopted]').waitFor({ state: 'attached' });
  return page;
}

/** Half of the lock. */
const WITHIN_LOCK_S = 0.4;
/** One notch of the wheel that says itself when it was turned, in seconds since 1970. */
async function turnWheel(page: WatchedPage, by: number, timestamp: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const notch = { type: 'mouseWheel', x: 400, y: 400, deltaX: 0, deltaY: by, timestamp } as const;
  await session.send('Input.dispatchMouseEvent', notch);
  await session.detach();
}

describe('on a desktop', () => {
  test('a wheel scroll snaps to the portals and back, and one within 800 ms is ignored', async () => {
    const page = await openLanding();
    await page.mouse.move(400, 400);
    const began = Date.now() / 1000;
    await turnWheel(page, 120, began);
    await expect.poll(() => scrolled(page), SOON).toBeGreaterThan(0);
    // A slow machine may get here only when the lock is over: the wheel says when it was turned.
    await turnWheel(page, -120, Math.min(Date.now() / 1000, began + WITHIN_LOCK_S));
    await atPortals(page);
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, -120);
          return scrolled(page);
        },
        { ...SOON, interval: 300 },
      )
      .toBe(0);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  // A notch of the wheel is as long as the browser and the system make it: 120 px here, 57 or 40 px elsewhere.
  test.each([120, 40])(
    'a %d px notch before the page listens is not undone: it leads to the portals',
    SLOW,
    async (by) => {
      const context = await scene.context({ ...MOVING, ...DESKTOP });
      const held = Promise.withResolvers<void>();
      await context.route('**/*.js', async (route) => {
        await held.promise;
        await route.continue();
      });
      const page = Object.assign(await context.newPage(), { watched: { troubles: [], expect: () => {} } });
      await page.goto(scene.product.url, { waitUntil: 'commit' });
      await page.locator('#portal').waitFor();
      // Before the first picture there is nothing that a wheel could move.
      await expect
        .poll(() => page.evaluate(() => performance.getEntriesByType('paint').length), SOON)
        .toBeGreaterThan(0);
      await page.mouse.move(400, 400);
      await page.mouse.wheel(0, by);
      await expect.poll(() => scrolled(page), SOON).toBe(by);
      // A stalled Chromium may jump back to where its own scrolling ended, but not further.
      const undone = await page.evaluateHandle((end) => {
        const seen = { undone: false };
        window.addEventListener('scroll', () => {
          seen.undone ||= window.scrollY < end;
        });
        return seen;
      }, by);
      held.resolve();
      await atPortals(page);
      expect(await undone.evaluate((seen) => seen.undone)).toBe(false);
    },
  );
});

test('which version runs is said by the footer and by /healthz, from package.json and the commit', SLOW, async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const health = (await (await fetch(`${scene.product.url}/healthz`)).json()) as { version: string; commit: string };
  expect(health).toMatchObject({ version, commit: expect.stringMatching(/^[0-9a-f]{12}$/) });
  const page = await openLanding();
  await page.getByRole('button', { name: 'Student Submit' }).click();
  expect(await page.getByText('© 2024').getAttribute('title')).toBe(`Version ${version} (${health.commit})`);
});

describe('on a phone', () => {
  /** A finger that goes up by so many pixels. */
  async function swipe(page: WatchedPage, by: number): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 200, y }] });
    await touch('touchStart', 500);
    for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', 500 - by * part);
    await touch('touchEnd');
  }

  test('a swipe of more than 50 px snaps to the portals, a shorter one does not', SLOW, async () => {
    const page = await openLanding(PHONE);
    await swipe(page, 40);
    await atHero(page);
    await swipe(page, 90);
    await atPortals(page);
  });

  test(
    'a swipe in a page that still runs from the one before moves it one way, and it rests at a screen',
    SLOW,
    async () => {
      // The portals are taller than the window: a swipe within them runs on, up into the hero.
      const page = await openLanding({ ...PHONE, viewport: { width: 390, height: 420 } });
      const session = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 200, y }] });
      const drag = async (from: number, to: number) => {
        await touch('touchStart', from);
        for (let part = 1; part <= 8; part += 1) await touch('touchMove', from + ((to - from) * part) / 8);
        await touch('touchEnd');
      };
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await page.evaluate(() => {
        const tops: number[] = [];
        Object.assign(window, { tops });
        // Its position when the finger leaves it, and from then on; a slow machine draws few pictures on the way.
        window.addEventListener('touchend', () => tops.splice(0, tops.length, window.scrollY));
        window.addEventListener('scroll', () => tops.push(window.scrollY));
      });
      await drag(40, 390);
      await drag(380, 180);
      await expect
        .poll(async () => {
          const [top, portal, moves] = await page.evaluate(() => [
            window.scrollY,
            document.querySelector('#portal')?.getBoundingClientRect().top ?? Number.NaN,
            (Reflect.get(window, 'tops') as number[]).length,
          ]);
          // It is at the hero until the second swipe moves it. On a slow machine the first one may have snapped there,
          // and the second came within its lock.
          if (top === 0 && (moves ?? 0) <= 1) await drag(380, 180);
          const isAtRest = top === 0 ? (moves ?? 0) > 1 : (portal ?? 1) <= 1;
          return isAtRest ? 'at rest' : { top, portal, moves };
        }, SWIPES)
        .toBe('at rest');
      const tops = await page.evaluate(() => Reflect.get(window, 'tops') as number[]);
      expect(tops.filter((top, index) => top < (tops[index - 1] ?? 0) - 1)).toEqual([]);
    },
  );
});
