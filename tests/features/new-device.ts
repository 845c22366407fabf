import { IDBFactory } from 'fake-indexeddb';
import { closeDatabase } from '#platform/database.ts';

/** A device without stored data. */
export async function newDevice(): Promise<void> {
  await closeDatabase();
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  sessionStorage.clear();
}
