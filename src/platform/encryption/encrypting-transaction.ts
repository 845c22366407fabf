import type { Keys } from './keys.ts';
import { isSealed, type RecordPlace, sealRecord, staysReadable, unsealRecord } from './records.ts';

/** The part of idb that is used here. */
interface RecordStore {
  get(key: unknown): Promise<unknown>;
  getAll(...range: unknown[]): Promise<unknown[]>;
  getAllKeys(...range: unknown[]): Promise<unknown[]>;
  put(value: unknown, key?: unknown): Promise<unknown>;
  delete(key: unknown): Promise<unknown>;
}
export interface Store extends RecordStore {
  readonly name: string;
  readonly keyPath: string | readonly string[] | null;
  getKey(key: unknown): Promise<unknown>;
}

/** Whether records are written encrypted. Readable ones are written while the computer ceases to be shared. */
export type Writing = 'sealed' | 'readable';

/** Wraps a transaction: `put` encrypts, `get` and `getAll` decrypt. */
export const encryptingTransaction = (transaction: object, keys: Keys, writing: Writing) => ({
  get store() {
    return encryptingStore(Reflect.get(transaction, 'store'), keys, writing);
  },
  objectStore: (name: string) =>
    encryptingStore(Reflect.get(transaction, 'objectStore').call(transaction, name), keys, writing),
});

/** The fields that are not personal and can be read without the keys, besides the key of the record. */
const readableFields = (store: string): readonly string[] => (store === 'outbox' ? ['status'] : []);

/** Wraps one store of a transaction. */
export function encryptingStore(store: Store, keys: Keys, writing: Writing): RecordStore {
  const fields = store.keyPath === null ? [] : [store.keyPath, readableFields(store.name)].flat();
  /** The place of a value. `key` is given if it is not in the value. */
  const placeOf = (value: unknown, key: unknown): RecordPlace => {
    const own = fields.map((field) => Object(value)[field]);
    const ofValue = typeof store.keyPath === 'string' ? own[0] : own;
    return { store: store.name, fields, key: store.keyPath === null ? key : ofValue };
  };
  const unseal = (value: unknown, key?: unknown) => unsealRecord(keys, placeOf(value, key), value);
  const opened = (value: unknown, key?: unknown) => whileOpen(store, unseal(value, key));
  const allOpened = (values: readonly unknown[], at: readonly unknown[] = []) =>
    whileOpen(store, Promise.all(values.map((value, index) => unseal(value, at[index]))));
  const closed = async (value: unknown, key?: unknown) => {
    const place = placeOf(value, key);
    // It was encrypted ahead (database.ts, `writeFiles`), and since then the computer has ceased to be shared.
    if (isSealed(value)) return writing === 'sealed' ? value : opened(value, key);
    return writing === 'readable' || staysReadable(place) ? value : whileOpen(store, sealRecord(keys, place, value));
  };
  const outside = (key: unknown) => (key === undefined ? [] : ([key] as const));
  return {
    get: async (key) => opened(await store.get(key), key),
    getAll: async (...range) => {
      const values = await store.getAll(...range);
      return allOpened(values, store.keyPath === null ? await store.getAllKeys(...range) : []);
    },
    getAllKeys: (...range) => store.getAllKeys(...range),
    put: async (value, key) => store.put(await closed(value, key), ...outside(key)),
    delete: (key) => store.delete(key),
  };
}

/** No record has this key, so the answer is empty. */
const NO_KEY = '';

/**
 * Waits for `work` without losing the transaction. The browser ends a transaction once it has no running request, so
 * small requests follow each other until `work` is done.
 */
async function whileOpen<Result>(store: Store, work: Promise<Result>): Promise<Result> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  // A result that is ready at once, as of a record that is not encrypted, needs no request.
  await undefined;
  await undefined;
  while (!isDone) await store.getKey(NO_KEY);
  return work;
}
