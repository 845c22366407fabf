import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { rootReducer } from '#app/root-reducer.ts';
import { createStore } from '#app/store.ts';
import { createDocumentsEngine } from '#features/documents/documents-engine.ts';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { closeDatabase } from '#platform/database.ts';
import { dropKeys } from '#platform/encryption/keys-of-this-tab.ts';
import { unlock } from '#platform/encryption/vault.ts';
import { vault } from '#platform/encryption/vault-state.ts';
import { prepareSealedPages } from '../platform/sealed/sealed-pages.ts';

export const PASSPHRASE = 'correct horse battery';
rootReducer.inject(documentsSlice);

/** Before each test: an ordinary device; returns the calls made when the page is left. */
export async function prepareDevice() {
  await endDevice();
  prepareSealedPages();
  return vi.spyOn(location, 'replace').mockReturnValue();
}

/** After each test: removes all its data. */
export async function endDevice(): Promise<void> {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await closeDatabase();
  dropKeys();
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  sessionStorage.clear();
  window.name = '';
}

/** The next page, unlocked. */
export async function unlockedPage() {
  if ((await unlock(PASSPHRASE)) !== 'open') throw new Error('it is another passphrase');
  await vi.waitFor(() => {
    if (vault.state() !== 'open') throw new Error(`it is ${vault.state()}`);
  });
  return openPage();
}

/** A page that does not upload its documents. */
export function openPage() {
  const store = createStore();
  const engine = createDocumentsEngine({ store, loadTus: () => new Promise(() => {}) });
  store.dispatch((_dispatch, _getState, services) => {
    services.documents = engine;
  });
  return { store, engine };
}

/** The device refuses every write until `repair`. */
export function fillDevice(): () => void {
  const refuse = () => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  };
  const puts = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse);
  const own = { localStorage, sessionStorage };
  const full = (kept: Storage) =>
    new Proxy(kept, {
      get(_target, name) {
        const value = Reflect.get(kept, name, kept);
        if (name === 'setItem') return refuse;
        return typeof value === 'function' ? value.bind(kept) : value;
      },
    });
  vi.stubGlobal('localStorage', full(own.localStorage));
  vi.stubGlobal('sessionStorage', full(own.sessionStorage));
  return () => {
    puts.mockRestore();
    vi.stubGlobal('localStorage', own.localStorage);
    vi.stubGlobal('sessionStorage', own.sessionStorage);
  };
}
