import type { Page } from 'playwright-core';
import { button } from './student.ts';

export const PASSPHRASE = 'lamp river ochre tandem';

export const lockScreen = (page: Page) => page.getByRole('heading', { name: 'This computer is locked' });
const passphrase = (page: Page) => page.getByLabel('Passphrase', { exact: true });

/** On the agents' page: says that this computer is shared, and waits until everything is locked away. */
export async function share(page: Page): Promise<void> {
  await button(page, 'This computer is shared').click();
  await passphrase(page).fill(PASSPHRASE);
  await page.getByLabel('Passphrase once more').fill(PASSPHRASE);
  await page.getByRole('checkbox', { name: /^I have understood/ }).check();
  await button(page, 'Lock everything away').click();
  await page.getByText('This computer is shared.', { exact: true }).waitFor();
}

/** Types a passphrase into the lock screen. */
export async function enter(page: Page, typed = PASSPHRASE): Promise<void> {
  await passphrase(page).fill(typed);
  await page.keyboard.press('Enter');
}

/** The same where it is right: waits until there is something else than the lock screen. */
export async function unlock(page: Page): Promise<void> {
  await enter(page);
  await lockScreen(page).waitFor({ state: 'detached' });
}

/** Where each of these texts can be read, 'place: text': on the page, in its memory for the way back, and in all that is kept. */
export async function readable(page: Page, texts: readonly string[]): Promise<readonly string[]> {
  const kept = await page.evaluate(readEverything);
  return Object.entries(kept).flatMap(([place, content]) =>
    texts.filter((text) => content.includes(text)).map((text) => `${place}: ${text}`),
  );
}

/** Runs in the page. Bytes are read as text, letter by letter: what lies in them unsealed is found there. */
async function readEverything(): Promise<Readonly<Record<string, string>>> {
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
    // The application itself is what every visitor gets.
    if (name.includes('precache')) continue;
    const answers = await Promise.all(requests.map(async (request) => (await cache.match(request))?.text() ?? ''));
    kept[`cache ${name}`] = answers.join('\n');
  }
  return kept;
}
