import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames } from 'idb';
import type { ApplicationRecord } from './application-records.ts';
import { DATABASE, SHARED_COMPUTER } from './device-storage.ts';
import { lookForErasure } from './erasure.ts';

/** A new version adds stores. It never changes a store in place. */
const VERSION = 2;
/**
 * From this version on, the records are encrypted, or were once, and older pages leave the database alone. The last
 * digit is the version of the stores. The other digits count how often the computer began or ceased to be shared.
 */
const SHARED_FROM = 1000;
const SHARED_STEP = 10;
/** From this version on, records have a format that this page cannot read. */
const OTHERWISE_FROM = 1_000_000;
/**
 * No transaction takes so long on a device that works. WebKit has left some open for ever, and later transactions
 * waited for them.
 */
const LIMIT_MS = 20_000;
/** More time for each byte that is written: a very slow disk writes half a megabyte a second. */
const LIMIT_MS_PER_BYTE = 1 / 500;
/** After a timeout the page does not wait so long again: in WebKit only the end of the page ends such a transaction. */
const LIMIT_AFTERWARDS_MS = 3000;

/** This computer is shared, and this page does not have the keys. */
export class DeviceLocked extends Error {
  override readonly name = 'DeviceLocked';
}

/** Something took longer than it may. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout';
}

/** A document of a draft without its bytes, so that a change of its description does not write the bytes again. */
export interface DocumentRecord {
  readonly draftId: string;
  readonly slot: string;
  /** The feature that keeps documents defines it. */
  readonly description: object;
  /** When it was last written, in milliseconds since 1970. Absent in records of earlier versions of the page. */
  readonly at?: number;
}

/** The bytes of a document, so that the person need not choose a file twice, or of a scanned page (scan-slots.ts). */
export interface FileRecord {
  readonly draftId: string;
  readonly slot: string;
  /** A Blob in records of earlier versions of the page. IndexedDB refuses Blobs in WebKit's private windows. */
  readonly bytes: ArrayBuffer | Blob;
  /** The scanned pages of a slot in their order; the feature that keeps them defines it. Such a record has no bytes. */
  readonly pages?: readonly object[];
  /** When `pages` was last written, in milliseconds since 1970. */
  readonly at?: number;
}

/** A saved state that could not be read, kept word for word so that the person can download it. */
export interface SetAside {
  readonly draftId: string;
  readonly value: unknown;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface ApplicationsDatabase extends DBSchema {
  /** Checked when it is read (drafts/draft.ts), because another version of the page may have written it. */
  drafts: { key: string; value: { readonly id: string } };
  documents: { key: [draftId: string, slot: string]; value: DocumentRecord; indexes: { draftId: string } };
  files: { key: [draftId: string, slot: string]; value: FileRecord; indexes: { draftId: string } };
  quarantine: { key: number; value: SetAside };
  /** What was confirmed, sent and received, by draft id (application-records.ts). */
  outbox: { key: string; value: ApplicationRecord };
  /** Small values by name, such as the marker of a shared computer (device-storage.ts). */
  notes: { key: string; value: string };
}

let opened: Promise<IDBPDatabase<ApplicationsDatabase>> | undefined;
/** Encrypts and decrypts records (encryption/keys-of-this-tab.ts). */
interface Sealing {
  /** Wraps a transaction so that it encrypts and decrypts each record. */
  wrap(transaction: object): object;
  sealAhead(file: FileRecord): Promise<FileRecord>;
}
/** One for each connection to the database of a shared computer. A change of the format ends the connection. */
let lending = new WeakMap<object, Promise<Sealing | undefined>>();
/** Whether something took too long, and nothing has ended since. */
let isStuck = false;

/**
 * The open database. It is opened once, and again if the connection is lost. Rejects if the browser allows none
 * (storage blocked, disk full, no answer); callers must show that. The page itself uses `readFrom` and `writeTo`.
 */
export function openDatabase(): Promise<IDBPDatabase<ApplicationsDatabase>> {
  opened ??= connect().catch((reason: unknown) => {
    opened = undefined;
    throw reason;
  });
  return opened;
}

/** Closes the connection. The next use opens it again, and asks for the keys again. */
export async function closeDatabase(): Promise<void> {
  const closing = opened;
  opened = undefined;
  lending = new WeakMap();
  isStuck = false;
  await closing?.then((database) => database.close());
}

type Name = StoreNames<ApplicationsDatabase>;
/**
 * The part of a store that is used. A range is a range of keys. `getAllKeys` of one key says whether it exists, and
 * decrypts nothing.
 */
type Rows<One extends Name> = Pick<
  IDBPObjectStore<ApplicationsDatabase, [One], One, 'readwrite'>,
  'get' | 'getAll' | 'getAllKeys' | 'put' | 'delete'
>;

/** The transaction that `readFrom` and `writeTo` pass to their work. */
export interface Transaction<Names extends readonly Name[]> {
  /** The one named store. */
  readonly store: Rows<Names[0]>;
  objectStore<One extends Names[number]>(name: One): Rows<One>;
}

/**
 * Reads from the named stores in one transaction, and resolves with the result of `work`.
 *
 * @throws the browser's own error, or DatabaseTimeout
 */
export function readFrom<const Names extends readonly Name[], Result>(
  names: Names,
  work: (transaction: Transaction<Names>) => Promise<Result>,
): Promise<Result> {
  return inTransaction(names, 'readonly', work, { limitMs: LIMIT_MS });
}

/**
 * The same for the stored records, encrypted or not: for keys and counts, and for the conversion itself
 * (encryption/convert-records.ts). It needs no passphrase.
 */
export function readAsKept<const Names extends readonly Name[], Result>(
  names: Names,
  work: (transaction: Transaction<Names>) => Promise<Result>,
): Promise<Result> {
  return inTransaction(names, 'readonly', work, { limitMs: LIMIT_MS, isAsKept: true });
}

/** The keys of one draft in `documents` and in `files`. */
export const ofDraft = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

/** How long a write of so many bytes may take, in milliseconds. This is the `limitMs` of `writeTo`. */
export const writeLimitMs = (bytes: number): number => LIMIT_MS + bytes * LIMIT_MS_PER_BYTE;

/**
 * Changes the named stores in one transaction, and resolves with the result of `work` once it is on the disk. `work`
 * waits for each request before it makes one that may throw, and for nothing else.
 *
 * @throws what `work` throws, the browser's own error (no room, storage blocked), or DatabaseTimeout after `limitMs`
 */
export function writeTo<const Names extends readonly Name[], Result>(
  names: Names,
  work: (transaction: Transaction<Names>) => Promise<Result>,
  limitMs = LIMIT_MS,
): Promise<Result> {
  return inTransaction(names, 'readwrite', work, { limitMs });
}

/** The same for the stored records, encrypted or not. */
export function writeAsKept<const Names extends readonly Name[], Result>(
  names: Names,
  work: (transaction: Transaction<Names>) => Promise<Result>,
  limitMs = LIMIT_MS,
): Promise<Result> {
  return inTransaction(names, 'readwrite', work, { limitMs, isAsKept: true });
}

/**
 * The same for large bytes: `work` receives them, ready to be put. On a shared computer they are encrypted before the
 * transaction, because encrypting within it takes twice as long. Their size decides the timeout.
 */
export function writeFiles<const Names extends readonly Name[], Result>(
  names: Names,
  files: readonly FileRecord[],
  work: (transaction: Transaction<Names>, ready: readonly FileRecord[]) => Promise<Result>,
): Promise<Result> {
  return inTransaction(names, 'readwrite', work, { limitMs: writeLimitMs(sizeOf(files)), files });
}

/** Writes the bytes of one document, or of one scanned page. */
export const putFile = (file: FileRecord): Promise<void> =>
  writeFiles(['files'], [file], async ({ store }, ready) => {
    for (const record of ready) await store.put(record);
  });

const sizeOf = (files: readonly FileRecord[]): number =>
  files.reduce((sum, { bytes }) => sum + (bytes instanceof Blob ? bytes.size : bytes.byteLength), 0);

/** The writes that are running or about to begin, each with its timeout. The page must not be left before they end. */
const writing = new Map<Promise<unknown>, number>();
/** The largest document that this application takes, in bytes. */
export const LARGEST_FILE = 10 * 1024 * 1024;

/**
 * Registers `work` as a write, so that nothing ends the page before it is over. Returns the same promise. `limitMs` is
 * the longest wait for it; the default is the time for the largest document.
 */
export function noteWriting<Result>(work: Promise<Result>, limitMs = writeLimitMs(LARGEST_FILE)): Promise<Result> {
  writing.set(work, limitMs);
  const end = () => void writing.delete(work);
  work.then(end, end);
  return work;
}

/**
 * Resolves once this page writes nothing. Rejects with DatabaseTimeout if no write ends within the longest timeout of
 * them.
 */
export async function whenWritten(): Promise<void> {
  while (writing.size > 0) {
    const ends = [...writing.keys()].map((work) => work.catch(() => {}));
    await within(Math.max(...writing.values()), Promise.race(ends));
  }
}

function inTransaction<Names extends readonly Name[], Result>(
  ...transaction: Parameters<typeof runTransaction<Names, Result>>
): Promise<Result> {
  const [, mode, , { limitMs }] = transaction;
  const running = runTransaction(...transaction);
  return mode === 'readonly' ? running : noteWriting(running, limitMs);
}

interface TransactionOptions {
  readonly limitMs: number;
  readonly isAsKept?: boolean;
  readonly files?: readonly FileRecord[];
}

async function runTransaction<Names extends readonly Name[], Result>(
  names: Names,
  mode: 'readonly' | 'readwrite',
  work: (transaction: Transaction<Names>, ready: readonly FileRecord[]) => Promise<Result>,
  { limitMs, isAsKept = false, files = [] }: TransactionOptions,
): Promise<Result> {
  const { database, sealing, ready } = await prepare(isAsKept, files);
  const transaction = database.transaction(names, mode, { durability: 'strict' });
  // An abort rejects it, perhaps before anything awaits it.
  transaction.done.catch(() => {});
  const working = async () => {
    const wrapped = sealing ? sealing.wrap(transaction) : transaction;
    const result: Result = await Reflect.apply(work, undefined, [wrapped, ready]);
    await transaction.done;
    return result;
  };
  try {
    const result = await within(isStuck ? LIMIT_AFTERWARDS_MS : limitMs, working());
    isStuck = false;
    return result;
  } catch (failure) {
    // The transaction's error says why it was aborted. The error of a request says only that it was.
    const { error } = transaction;
    abort(transaction);
    if (failure instanceof DatabaseTimeout) drop(database);
    throw error ?? failure;
  }
}

/**
 * Uses a connection that is still open after the encryption of `files`, because the format may have changed in between.
 */
async function prepare(isAsKept: boolean, files: readonly FileRecord[]) {
  for (;;) {
    const opening = openDatabase();
    const database = await opening;
    const sealing = isAsKept ? undefined : await sealingOf(database);
    const ready = sealing ? await Promise.all(files.map((file) => sealing.sealAhead(file))) : files;
    if (opened === opening) return { database, sealing, ready };
  }
}

/** Undefined if the records are readable. Rejects with DeviceLocked if no tab has the keys. */
async function sealingOf(database: IDBPDatabase<ApplicationsDatabase>): Promise<Sealing | undefined> {
  if (database.version < SHARED_FROM) return undefined;
  const found = lending.get(database) ?? findSealing(database);
  lending.set(database, found);
  found.catch(() => lending.delete(database));
  return found;
}

async function findSealing(database: IDBPDatabase<ApplicationsDatabase>): Promise<Sealing | undefined> {
  const marker = await database.get('notes', SHARED_COMPUTER);
  // The computer was shared once, and its records are readable again.
  if (marker === undefined) return undefined;
  const { sealingFor } = await import('./encryption/keys-of-this-tab.ts');
  const sealing = await sealingFor(marker);
  if (sealing === undefined) throw new DeviceLocked();
  return sealing;
}

/**
 * Writes or removes the note that says whether records are encrypted, while no other tab has the database open. Each
 * tab reads the note before it uses the database. If this rejects, nothing was changed.
 *
 * @throws DatabaseTimeout if another tab does not close the database, or the browser's own error
 */
export async function changeSharing(marker: string | undefined): Promise<void> {
  const { version } = await openDatabase();
  await closeDatabase();
  const next = version < SHARED_FROM ? SHARED_FROM + version : version + SHARED_STEP;
  let stage: 'waiting' | 'begun' | 'given up' = 'waiting';
  const raising = openDB<ApplicationsDatabase>(DATABASE, next, {
    upgrade(_database, _before, _version, transaction) {
      // A request to open a database cannot be cancelled before its turn.
      if (stage === 'given up') return takeBack(transaction);
      stage = 'begun';
      transaction.done.catch(() => {});
      const notes = transaction.objectStore('notes');
      // A failure aborts the change, and the abort says why.
      (marker === undefined ? notes.delete(SHARED_COMPUTER) : notes.put(marker, SHARED_COMPUTER)).catch(() => {});
    },
  });
  const closing = raising.then((database) => database.close());
  await within(LIMIT_MS, closing).catch(async (failure: unknown) => {
    if (!(failure instanceof DatabaseTimeout)) throw failure;
    // A running write ends in its own time, and only its end says how.
    if (stage === 'begun') return closing;
    stage = 'given up';
    throw failure;
  });
}

function abort(transaction: Pick<IDBTransaction, 'abort'>): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has ended.
  }
}

/** A connection that does not answer is not used again. The next use opens another. */
function drop(database: IDBPDatabase<ApplicationsDatabase>): void {
  isStuck = true;
  opened = undefined;
  database.close();
}

/** If storage is blocked, browsers throw at once. This rejects instead, like any other failure. */
async function connect(): Promise<IDBPDatabase<ApplicationsDatabase>> {
  const opening = openNow();
  return within(LIMIT_MS, opening).catch((failure: unknown) => {
    // The connection may still open later; nothing waits for it then.
    opening.then((database) => database.close()).catch(() => {});
    throw failure;
  });
}

/**
 * A later version of the page may have been here. Below OTHERWISE_FROM it only adds stores, so this page finds its own
 * unchanged.
 */
async function openNow(): Promise<IDBPDatabase<ApplicationsDatabase>> {
  return openAt(VERSION).catch(async (failure: unknown) => {
    if (!(failure instanceof DOMException && failure.name === 'VersionError')) throw failure;
    const database = await openAt(undefined);
    if (database.version < OTHERWISE_FROM) return withStores(database);
    database.close();
    throw failure;
  });
}

/** The database of a shared computer, from before a store was added. */
async function withStores(database: IDBPDatabase<ApplicationsDatabase>): Promise<IDBPDatabase<ApplicationsDatabase>> {
  const missing = VERSION - storesOf(database.version);
  if (database.version < SHARED_FROM || missing <= 0) return database;
  database.close();
  return openAt(database.version + missing);
}

const storesOf = (version: number): number => (version < SHARED_FROM ? version : version % SHARED_STEP);

/** Without a version, an existing database opens as it is. */
function openAt(version: number | undefined): Promise<IDBPDatabase<ApplicationsDatabase>> {
  return openDB<ApplicationsDatabase>(DATABASE, version, {
    upgrade(database, present, _version, transaction) {
      if (version === undefined) return takeBack(transaction);
      const before = storesOf(present);
      if (before < 1) createFirst(database);
      if (before < 2) database.createObjectStore('outbox', { keyPath: 'id' });
    },
    // Another tab has a newer version of the page, or erases everything. It must not wait for this one.
    blocking() {
      lookForErasure();
      void closeDatabase();
    },
    terminated() {
      opened = undefined;
    },
  });
}

/**
 * Ends a change of the version, for example if another tab has erased the database. The next use creates it, with its
 * stores.
 */
function takeBack(transaction: { readonly done: Promise<void>; abort(): void }): void {
  transaction.done.catch(() => {});
  transaction.abort();
}

function createFirst(database: IDBPDatabase<ApplicationsDatabase>): void {
  database.createObjectStore('drafts', { keyPath: 'id' });
  for (const store of ['documents', 'files'] as const) {
    database.createObjectStore(store, { keyPath: ['draftId', 'slot'] }).createIndex('draftId', 'draftId');
  }
  database.createObjectStore('quarantine', { autoIncrement: true });
  database.createObjectStore('notes');
}

const TENTHS = 10;

/**
 * Rejects with DatabaseTimeout if `work` has not settled within `ms` milliseconds. The time is counted in tenths, each
 * by a timer. A device that slept, or whose clock was set, has used up at most one of them.
 */
function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    let left = TENTHS;
    const timer = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      clearInterval(timer);
      reject(new DatabaseTimeout());
    }, ms / TENTHS);
    work.then(resolve, reject).finally(() => clearInterval(timer));
  });
}
