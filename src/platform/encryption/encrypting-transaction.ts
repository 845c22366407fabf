import type { Keys } from './keys.ts';
import { isSealed, type RecordPlace, sealRecord, staysReadable, unsealRecord } from './records.ts';

/** What of the database's objects is used here (idb). */
export interface Store {
  readonly name: string;
  readonly keyPath: string | readonly string[] | null;
  get(query: unknown): Promise<unknown>;
  getAll(...query: unknown[]): Promise<unknown[]>;
  getKey(query: unknown): Promise<unknown>;
  getAllKeys(...query: unknown[]): Promise<unknown[]>;
  put(value: unknown, key?: unknown): Promise<unknown>;
  add(value: unknown, key?: unknown): Promise<unknown>;
  index(name: string): Pick<Store, 'get' | 'getAll'>;
  openCursor(...query: unknown[]): Promise<Cursor | null>;
}
interface Cursor {
  readonly primaryKey: unknown;
  readonly value: unknown;
  update(value: unknown): Promise<unknown>;
  continue(key?: unknown): Promise<Cursor | null>;
}

/** Whether what is written is sealed, or, while the computer is no longer to be shared, readable again. */
export type Writing = 'sealed' | 'readable';

/** Wraps a transaction: `put` and `add` encrypt, `get`, `getAll` and cursors decrypt. The rest is unchanged. */
export function lend<Lent extends object>(transaction: Lent, keys: Keys, writing: Writing): Lent {
  const own: object = transaction;
  return over(transaction, {
    get store() {
      return lendStore(Reflect.get(own, 'store'), keys, writing);
    },
    objectStore: (name: string) => lendStore(Reflect.get(own, 'objectStore').call(own, name), keys, writing),
  });
}

/** What is read without the keys, beside the key of the record, and is not personal. */
const readableFields = (store: string): readonly string[] => (store === 'outbox' ? ['status'] : []);

/** The same for one store of a transaction. */
export function lendStore(store: Store, keys: Keys, writing: Writing): Store {
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
  const lentCursor = (cursor: Cursor | null, value: unknown): Cursor | null =>
    cursor &&
    over(cursor, {
      value,
      update: async (next: unknown) => cursor.update(await closed(next, cursor.primaryKey)),
      continue: async (key?: unknown) => cursorAt(await cursor.continue(...outside(key))),
    });
  const cursorAt = async (cursor: Cursor | null) =>
    lentCursor(cursor, cursor && (await opened(cursor.value, cursor.primaryKey)));
  return over(store, {
    get: async (key: unknown) => opened(await store.get(key), key),
    getAll: async (...query: unknown[]) => {
      const values = await store.getAll(...query);
      return allOpened(values, store.keyPath === null ? await store.getAllKeys(...query) : []);
    },
    put: async (value: unknown, key?: unknown) => store.put(await closed(value, key), ...outside(key)),
    add: async (value: unknown, key?: unknown) => store.add(await closed(value, key), ...outside(key)),
    index: (name: string) => {
      const index = store.index(name);
      return over(index, {
        get: async (query: unknown) => opened(await index.get(query)),
        getAll: async (...query: unknown[]) => allOpened(await index.getAll(...query)),
      });
    },
    openCursor: async (...query: unknown[]) => cursorAt(await store.openCursor(...query)),
  });
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

/** The same object with some of its properties exchanged. */
function over<Target extends object>(target: Target, others: object): Target {
  return new Proxy(target, {
    get(_target, name) {
      if (name in others) return Reflect.get(others, name);
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
