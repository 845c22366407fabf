import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { button } from './student.ts';

export const PASSPHRASE = 'lamp river ochre tandem';

export const lockScreen = (page: Page) => page.getByRole('heading', { name: 'Your applications are locked' });
const passphrase = (page: Page) => page.getByLabel('Passphrase', { exact: true });

/** On the agents' page: turns on the passphrase, and waits until everything is encrypted. */
export async function share(page: Page): Promise<void> {
  await beginSharing(page);
  await page.getByText('Your applications have a passphrase.', { exact: true }).waitFor();
}

export async function beginSharing(page: Page): Promise<void> {
  await button(page, 'Protect my work with a passphrase').click();
  await passphrase(page).fill(PASSPHRASE);
  await page.getByLabel('Passphrase again').fill(PASSPHRASE);
  await page.getByRole('checkbox', { name: /^I understand/ }).check();
  await button(page, 'Turn on the passphrase').click();
}

/** Types a passphrase into the lock screen. */
async function enter(page: Page, typed = PASSPHRASE): Promise<void> {
  await passphrase(page).fill(typed);
  await page.keyboard.press('Enter');
}

/** The same with the right passphrase: waits until the lock screen is gone. */
export async function unlock(page: Page, typed = PASSPHRASE): Promise<void> {
  await enter(page, typed);
  await lockScreen(page).waitFor({ state: 'detached' });
}

/** The same with a wrong passphrase: waits for the message. */
export async function enterWrong(page: Page, typed: string): Promise<void> {
  await enter(page, typed);
  await page.getByText('This is not the passphrase. Please try again').first().waitFor();
}

/** Waits until `lock` has locked and reloaded this page: for a moment, the old page shows the lock screen. */
export async function lockedBy(page: Page, lock: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => void Object.assign(window, { wasLeft: true }));
  await lock();
  const isBefore = () => page.evaluate(() => 'wasLeft' in window).catch(() => true);
  // The page takes up to ten seconds for its last writes.
  await expect.poll(isBefore, { timeout: 60_000 }).toBe(false);
  await lockScreen(page).waitFor();
}

export const lockByKey = (page: Page): Promise<void> => lockedBy(page, () => page.keyboard.press('Shift+F2'));

/** On the agents' page: changes the passphrase. */
export async function changePassphrase(page: Page, to: string): Promise<void> {
  await button(page, 'Change the passphrase').click();
  const dialog = page.getByRole('dialog', { name: 'Change the passphrase' });
  await dialog.getByLabel('Current passphrase').fill(PASSPHRASE);
  await dialog.getByLabel('New passphrase', { exact: true }).fill(to);
  await dialog.getByLabel('New passphrase again').fill(to);
  await dialog.getByRole('button', { name: 'Change the passphrase' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** On the agents' page: starts to decrypt everything. Does not wait for the end. */
export async function beginUnsharing(page: Page, typed: string): Promise<void> {
  await button(page, 'Stop using the passphrase').click();
  await passphrase(page).fill(typed);
  await button(page, 'Remove the passphrase').click();
}

/**
 * Every place where one of these texts is readable, as 'place: text': on the page, in its history state, and in all
 * storage.
 */
export async function readable(page: Page, texts: readonly string[]): Promise<readonly string[]> {
  return textsIn(await page.evaluate(readEverything), texts);
}

/** The places of these texts in the result of `readEverything`. */
export const textsIn = (kept: Readonly<Record<string, string>>, texts: readonly string[]): readonly string[] =>
  Object.entries(kept).flatMap(([place, content]) =>
    texts.filter((text) => content.includes(text)).map((text) => `${place}: ${text}`),
  );

/** From the given call on, this page's encryption (or decryption) never ends. */
export function hang(page: Page, work: 'encrypt' | 'decrypt', from: number): Promise<void> {
  return page.evaluate(
    ([name, first]) => {
      const { subtle } = crypto;
      const before = subtle[name];
      let times = 0;
      subtle[name] = (...given) => {
        times += 1;
        return times < first ? before.apply(subtle, given) : new Promise(() => {});
      };
    },
    [work, from] as const,
  );
}

/** Runs in the page. Reads bytes as text, character by character, so that unencrypted texts are found. */
export async function readEverything(): Promise<Readonly<Record<string, string>>> {
  const letters = new TextDecoder('latin1');
  const finished = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const inWords = async (value: unknown): Promise<string> => {
    if (value instanceof Blob) return letters.decode(await value.arrayBuffer());
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return letters.decode(value);
    if (typeof value !== 'object' || value === null) return String(value);
    return (await Promise.all(Object.values(value).map(inWords))).join('\n');
  };
  const controls = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')];
  const kept: Record<string, string> = {
    page: [document.title, location.href, window.name, document.documentElement.outerHTML].join('\n'),
    controls: controls.map(({ value }) => value).join('\n'),
    history: JSON.stringify(window.history.state),
    localStorage: JSON.stringify({ ...localStorage }),
    sessionStorage: JSON.stringify({ ...sessionStorage }),
  };
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await finished(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([finished(rows.getAllKeys()), finished(rows.getAll())]);
      kept[`${name}/${store}`] = await inWords([keys, values]);
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const requests = await cache.keys();
    kept[`addresses in ${name}`] = requests.map(({ url }) => url).join('\n');
    // The application itself is the same for every visitor.
    if (name.includes('precache')) continue;
    const answers = await Promise.all(requests.map(async (request) => (await cache.match(request))?.text() ?? ''));
    kept[`cache ${name}`] = answers.join('\n');
  }
  return kept;
}
