let restore: (() => void) | undefined;

/** Whether writes are refused as on a full disk. */
export const isStorageFull = (): boolean => restore !== undefined;

/**
 * Makes every write to IndexedDB and localStorage fail as it does when the browser's quota is used up, or work again.
 * Filling it in earnest would take gigabytes of somebody's disk.
 */
export function setStorageFull(full: boolean): void {
  if (full === isStorageFull()) return;
  if (restore) {
    restore();
    restore = undefined;
    return;
  }
  const store = IDBObjectStore.prototype;
  const storage = Storage.prototype;
  const { put, add } = store;
  const { setItem } = storage;
  const refuse = (): never => {
    throw new DOMException('The quota has been exceeded (developer tools).', 'QuotaExceededError');
  };
  Object.assign(store, { put: refuse, add: refuse });
  storage.setItem = refuse;
  restore = () => {
    Object.assign(store, { put, add });
    storage.setItem = setItem;
  };
}
