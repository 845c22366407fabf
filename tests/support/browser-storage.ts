import type { BrowserContext, Page } from 'playwright-core';

/**
 * What a browser stores for one origin, as JSON. Binary values and undefined are tagged objects (`$buffer`, `$blob`,
 * …).
 */
export interface BrowserStorage {
  readonly localStorage: Readonly<Record<string, string>>;
  readonly databases: readonly StoredDatabase[];
}

interface StoredDatabase {
  readonly name: string;
  readonly version: number;
  readonly stores: readonly StoredStore[];
}

interface StoredStore {
  readonly name: string;
  readonly keyPath: string | string[] | null;
  readonly autoIncrement: boolean;
  readonly indexes: readonly { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[];
  readonly rows: readonly { readonly key: IDBValidKey; readonly value: unknown }[];
}

/** Opens a page of this origin without the product's code, so nothing is written while storage is read or filled. */
export async function openBarePage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await leaveForBarePage(page, url);
  return page;
}

/** Leaves the product's page by navigation, as a person does, so that its work on leaving runs. */
export async function leaveForBarePage(page: Page, url: string): Promise<void> {
  const html = '<!doctype html><html lang="en"><title>bare</title></html>';
  await page.route('**/bare-page', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(`${url}/bare-page`);
}

/** Reads everything that the browser stores for the page's origin. */
export function readStorage(page: Page): Promise<BrowserStorage> {
  return page.evaluate(async () => {
    const finished = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const base64 = (bytes: ArrayBuffer) =>
      btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));
    const encode = async (value: unknown): Promise<unknown> => {
      if (value === undefined) return { $undefined: true };
      if (value instanceof ArrayBuffer) return { $buffer: base64(value) };
      if (value instanceof Blob) return { $blob: base64(await value.arrayBuffer()), type: value.type };
      if (Array.isArray(value)) return Promise.all(value.map(encode));
      if (typeof value !== 'object' || value === null) return value;
      // An unknown kind of value would be written as an empty object and be lost silently.
      if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error(`cannot record ${value.constructor.name}`);
      const entries = Object.entries(value).map(async ([key, part]) => [key, await encode(part)] as const);
      return Object.fromEntries(await Promise.all(entries));
    };
    const readStore = async (store: IDBObjectStore) => {
      const { name, keyPath, autoIncrement } = store;
      const indexes = [...store.indexNames].map((index) => {
        const { keyPath: path, unique, multiEntry } = store.index(index);
        return { name: index, keyPath: path, unique, multiEntry };
      });
      const [keys, values] = await Promise.all([finished(store.getAllKeys()), finished(store.getAll())]);
      const rows = keys.map(async (key, at) => ({ key, value: await encode(values[at]) }));
      return { name, keyPath, autoIncrement, indexes, rows: await Promise.all(rows) };
    };
    const databases = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await finished(indexedDB.open(name));
      const stores = [];
      for (const store of database.objectStoreNames)
        stores.push(await readStore(database.transaction(store).objectStore(store)));
      databases.push({ name, version: database.version, stores });
      database.close();
    }
    return { localStorage: { ...localStorage }, databases };
  });
}

/** Fills the empty storage of the page's origin with the same stores, keys and values. */
export function writeStorage(page: Page, storage: BrowserStorage): Promise<void> {
  return page.evaluate(async (json) => {
    const { localStorage: entries, databases }: BrowserStorage = JSON.parse(json);
    const decode = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(decode);
      if (typeof value !== 'object' || value === null) return value;
      const bytes = (text: unknown) => Uint8Array.from(atob(String(text)), (letter) => letter.charCodeAt(0));
      if ('$undefined' in value) return undefined;
      if ('$buffer' in value) return bytes(value.$buffer).buffer;
      if ('$blob' in value) return new Blob([bytes(value.$blob)], { type: String(Reflect.get(value, 'type')) });
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, decode(part)]));
    };
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    for (const { name, version, stores } of databases) {
      const opening = indexedDB.open(name, version);
      opening.onupgradeneeded = () => {
        for (const { name: storeName, keyPath, autoIncrement, indexes, rows } of stores) {
          const store = opening.result.createObjectStore(storeName, { keyPath, autoIncrement });
          for (const index of indexes) store.createIndex(index.name, index.keyPath, index);
          for (const { key, value } of rows) store.put(decode(value), ...(keyPath === null ? [key] : []));
        }
      };
      await new Promise((resolve, reject) => {
        opening.onsuccess = resolve;
        opening.onerror = () => reject(opening.error);
      });
      opening.result.close();
    }
  }, JSON.stringify(storage));
}
