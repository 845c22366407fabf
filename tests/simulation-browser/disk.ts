import type { Owner, VirtualTime } from './virtual-time.ts';

/** The error of a transaction whose page has ended: no code of that page can handle it. */
export const PAGE_ENDED = 'PageEnded';

/** The parts of fake-indexeddb that a device uses to act like the browser. */
interface FakeTransaction {
  readonly mode: string;
  readonly db: FakeConnection;
  readonly _state: string;
  _abort(name: string): void;
}
interface FakeRequest {
  readonly result: FakeConnection;
  readonly transaction: FakeTransaction | null;
  addEventListener(type: string, listener: () => void): void;
}
interface FakeConnection {
  close(): void;
}
interface FakeDatabase {
  readonly transactions: readonly FakeTransaction[];
  readonly rawObjectStores: ReadonlyMap<
    string,
    { readonly records: { values(): Iterable<{ readonly value: unknown }> } }
  >;
}
interface FakeFactory {
  readonly _databases: ReadonlyMap<string, FakeDatabase>;
  open(name: string, version?: number): FakeRequest;
  databases(): Promise<unknown>;
}
type Write = (
  this: { readonly transaction: FakeTransaction; readonly name: string },
  ...given: unknown[]
) => FakeRequest;
interface FakeStoreClass {
  readonly prototype: Record<'put' | 'add' | 'delete', Write>;
}
interface FakeIndexedDb {
  readonly IDBFactory: new () => FakeFactory;
  readonly IDBObjectStore: FakeStoreClass;
}
export type Evaluate = (globals: { readonly setImmediate: (run: () => void) => void }) => FakeIndexedDb;

const DATABASE = 'applications';
/** On a nearly full disk, there is no space for more bytes than this: a draft fits, a document does not. */
const SMALL = 4000;

/** What a device keeps after its pages have ended: IndexedDB and localStorage, with their faults. */
export function createDisk(time: VirtualTime, evaluate: Evaluate) {
  const fake = evaluate({ setImmediate: (run) => time.queue('disk', run) });
  const shared = new fake.IDBFactory();
  const connections = new Map<Owner, FakeConnection[]>();
  const local = new Map<string, string>();
  const faults = { full: 'no' as 'no' | 'nearly' | 'wholly', localFull: false, abortNext: 0, refusesDeletes: false };
  /** When a write last failed because of a fault, in awake time. */
  let failedAt = Number.NEGATIVE_INFINITY;

  const sizeOf = (value: unknown): number => {
    const { bytes } = (typeof value === 'object' && value !== null ? value : {}) as { readonly bytes?: ArrayBuffer };
    return bytes?.byteLength ?? 0;
  };
  /** Why a requested write cannot be kept. */
  function faultOf(value: unknown): string | undefined {
    if (faults.full === 'wholly' || (faults.full === 'nearly' && sizeOf(value) > SMALL)) return 'QuotaExceededError';
    if (faults.abortNext === 0) return undefined;
    faults.abortNext -= 1;
    return 'AbortError';
  }
  for (const method of ['put', 'add'] as const) {
    const write = fake.IDBObjectStore.prototype[method];
    fake.IDBObjectStore.prototype[method] = function (...given) {
      const request = write.apply(this, given);
      const fault = this.transaction.mode === 'versionchange' ? undefined : faultOf(given[0]);
      if (fault !== undefined) {
        failedAt = time.lived();
        request.addEventListener('success', () => this.transaction._abort(fault));
      }
      return request;
    };
  }

  const remove = fake.IDBObjectStore.prototype.delete;
  fake.IDBObjectStore.prototype.delete = function (...given) {
    const request = remove.apply(this, given);
    if (faults.refusesDeletes) {
      failedAt = time.lived();
      request.addEventListener('success', () => this.transaction._abort('UnknownError'));
    }
    return request;
  };

  /** The `indexedDB` of a page. */
  const indexedDbOf = (owner: Owner) => ({
    open(name: string, version?: number) {
      const request = shared.open(name, version);
      const note = () => void connections.set(owner, [...(connections.get(owner) ?? []), request.result]);
      request.addEventListener('upgradeneeded', note);
      request.addEventListener('success', () => (owner.isDead ? request.result.close() : note()));
      return request;
    },
    databases: () => shared.databases(),
  });

  /** The page died: its uncommitted writes are undone. */
  function abortThoseOf(owner: Owner): void {
    const own = connections.get(owner) ?? [];
    for (const { transactions } of shared._databases.values())
      for (const transaction of [...transactions])
        if (own.includes(transaction.db) && transaction._state !== 'finished') transaction._abort(PAGE_ENDED);
    for (const connection of own) connection.close();
    connections.delete(owner);
  }

  /** Whether a page has open work on the disk. */
  function isUsedBy(owner: Owner): boolean {
    const own = connections.get(owner) ?? [];
    const transactions = [...shared._databases.values()].flatMap((database) => [...database.transactions]);
    return transactions.some(({ db, _state }) => own.includes(db) && _state !== 'finished');
  }

  /** The committed content of a store. During a transaction, it may include what the transaction will undo. */
  function stored(store: string): readonly unknown[] {
    const records = shared._databases.get(DATABASE)?.rawObjectStores.get(store)?.records;
    return records === undefined ? [] : [...records.values()].map(({ value }) => value);
  }

  return { fake, faults, failedAt: () => failedAt, local, indexedDbOf, abortThoseOf, isUsedBy, stored };
}

/** A Storage over a map. Ignores writes of a dead page; throws on a full disk. */
export function storageOver(map: Map<string, string>, mayWrite: () => boolean, isFull: () => boolean): object {
  const methods: Readonly<Record<string, unknown>> = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem(key: string, value: string) {
      if (!mayWrite()) return;
      if (isFull()) throw new DOMException('no room', 'QuotaExceededError');
      map.set(key, value);
    },
    removeItem: (key: string) => void (mayWrite() && map.delete(key)),
    clear: () => void (mayWrite() && map.clear()),
    key: (index: number) => [...map.keys()][index] ?? null,
  };
  return new Proxy(methods, {
    get: (_methods, name) => (name === 'length' ? map.size : methods[String(name)]),
    ownKeys: () => [...map.keys()],
    getOwnPropertyDescriptor: (_methods, key) =>
      map.has(String(key))
        ? { configurable: true, enumerable: true, value: map.get(String(key)), writable: true }
        : undefined,
  });
}
