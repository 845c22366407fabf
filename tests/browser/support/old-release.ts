import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBarePage, writeStorage } from '../../support/browser-storage.ts';
import { type Answers, type ReopenedRelease, releaseFolder } from '../../support/release.ts';
import { DESKTOP, openPage, type Watched } from './browser.ts';

/**
 * Today's page in a new profile with a recorded profile's data, at the time when the person returns. The page's clock
 * moves and the recorded values stay, so this code need not understand them.
 */
export async function openRecorded(
  browser: Browser,
  release: ReopenedRelease & { readonly name: string },
  profile: 'visitor' | 'left-draft' | 'left-registration',
): Promise<Page & { watched: Watched }> {
  const { url } = release.product;
  const context = await browser.newContext({ ...DESKTOP, serviceWorkers: 'block', reducedMotion: 'reduce' });
  context.setDefaultTimeout(60_000);
  await moveClock(context, release.shiftMs);
  const bare = await openBarePage(context, url);
  const file = path.join(releaseFolder(release.name), 'browser', `${profile}.json`);
  await writeStorage(bare, JSON.parse(await readFile(file, 'utf8')));
  await bare.close();
  return openPage(context, url);
}

/** Moves the time of day in its pages forward by this many milliseconds. */
export function moveClock(context: BrowserContext, shiftMs: number) {
  return context.addInitScript((shift) => {
    const RealDate = Date;
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, given) => Reflect.construct(target, given.length === 0 ? [target.now() + shift] : given),
      get: (target, key) => (key === 'now' ? () => target.now() + shift : Reflect.get(target, key)),
    });
  }, shiftMs);
}

/** The values of the controls with these names. */
export const answersOn = (page: Page, names: readonly string[]): Promise<Answers> =>
  page.evaluate((wanted) => {
    const answerOf = (name: string) => {
      const controls = [...document.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)];
      const [first] = controls;
      if (first?.type === 'radio') return controls.find(({ checked }) => checked)?.value ?? '';
      return first?.type === 'checkbox' ? first.checked : (first?.value ?? 'no such field');
    };
    return Object.fromEntries(wanted.map((name) => [name, answerOf(name)]));
  }, names);

/** A document's row with these words. */
export const documentRow = (page: Page, name: string, words: RegExp) =>
  page.locator('[data-part=file]', { hasText: name }).getByText(words);

export const UPLOADED = /· Uploaded$/;
