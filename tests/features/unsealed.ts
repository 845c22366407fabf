const originals = {
  setItem: Storage.prototype.setItem,
  open: IDBFactory.prototype.open,
  put: IDBObjectStore.prototype.put,
  add: IDBObjectStore.prototype.add,
};

/** After an erasure: allows writes to storage again, as a reload does. */
export function unseal(): void {
  Storage.prototype.setItem = originals.setItem;
  Object.assign(IDBFactory.prototype, { open: originals.open });
  Object.assign(IDBObjectStore.prototype, { put: originals.put, add: originals.add });
}
