import type { Page } from 'playwright-core';

/** Everything that a page could have stored: each database, both web storages, caches, and the text on the screen. */
export function leftBehind(page: Page): Promise<Readonly<Record<string, string>>> {
  return page.evaluate(async () => {
    const kept: Record<string, string> = {
      page: document.documentElement.outerHTML,
      controls: [...document.querySelectorAll<HTMLInputElement>('input, select')].map(({ value }) => value).join('\n'),
      history: JSON.stringify(window.history.state),
      localStorage: JSON.stringify({ ...localStorage }),
      sessionStorage: JSON.stringify({ ...sessionStorage }),
    };
    const finished = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await finished(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = await finished(database.transaction(store).objectStore(store).getAll());
        kept[`${name}/${store}`] = JSON.stringify(rows);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      kept[`cache ${name}`] = requests.map(({ url }) => url).join('\n');
    }
    return kept;
  });
}

/** Every place where one of these texts still is, as 'place: text'. */
export async function traces(page: Page, texts: readonly string[]): Promise<string[]> {
  const kept = Object.entries(await leftBehind(page));
  return kept.flatMap(([place, content]) =>
    texts.filter((text) => content.includes(text)).map((text) => `${place}: ${text}`),
  );
}
