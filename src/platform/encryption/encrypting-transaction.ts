import type { Keys } from './keys.ts';
import { isSealed, type RecordPlace, sealRecord, staysReadable, unsealRecord } from './records.ts';

/** What of the database's objects is used here (idb). */
interface LentStore {
  get(key: unknown): Promise<unknown>;
  getAll(...range: unknown[]): Promise<unknown[]>;
  getAllKeys(...range: unknown[]): Promise<unknown[]>;
  put(value: unknown, key?: unknown): Promise<unknown>;
  delete(key: unknown): Promise<unknown>;
}
export interface Store extends LentStore {
  readonly name: string;
  readonly keyPath: string | readonly string[] | null;
  getKey(key: unknown): Promise<unknown>;
}

/** Whether what is written is sealed, or, while the computer is no longer to be shared, readable again. */
export type Writing = 'sealed' | 'readable';

/** What is lent in place of a transaction: `put` encrypts, `get` and `getAll` decrypt. */
export const lend = (transaction: object, keys: Keys, writing: Writing) => ({
  get store() {
    return lendStore(Reflect.get(transaction, 'store'), keys, writing);
  },
  objectStore: (name: string) =>
    lendStore(Reflect.get(transaction, 'objectStore').call(transaction, name), keys, writing),
});

/** What is read without the keys, beside the key of the record, and is not personal. */
const readableFields = (store: string): readonly string[] => (store === 'outbox' ? ['status'] : []);

/** The same for one store of a transaction. */
export function lendStore(store: Store, keys: Keys, writing: Writing): LentStore {
  const fields = store.keyPath === null ? [] : [store.keyPath, readableFields(store.name)].flat();
  /** Where a value lies, or will; `key` is named where it is not in the value. */
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
    // Sealed ahead (database.ts, `writeFiles`), and meanwhile the computer is no longer to be shared.
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

/** No record has it: nothing is read but that. */
const NO_KEY = '';

/**
 * Waits for `work` without losing the transaction, which the browser ends as soon as nothing of it is under way: one small
 * request follows the other until the work is done, and what comes next goes on from the last one's answer.
 */
async function whileOpen<Result>(store: Store, work: Promise<Result>): Promise<Result> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  // What is done at once, as with a record that is not sealed, needs no request.
  await undefined;
  await undefined;
  while (!isDone) await store.getKey(NO_KEY);
  return work;
}
