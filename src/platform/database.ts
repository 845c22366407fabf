import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames } from 'idb';
import type { ApplicationRecord } from './application-records.ts';
import { lookForErasure } from './erasure.ts';
import { DATABASE, SHARED_COMPUTER } from './stored-here.ts';

/** Stores are added by a new version, never changed in place. */
const VERSION = 2;
/**
 * From this version on its records are sealed, or were once: pages from before that leave such a database alone. The last
 * digit is the version of its stores; the others count how often it was sealed or opened for good.
 */
const SHARED_FROM = 1000;
const SHARED_STEP = 10;
/** From this version records have a format that this page cannot read. */
const OTHERWISE_FROM = 1_000_000;
/**
 * No transaction takes so long on a device that works. WebKit has left some open for ever, and all that came after them
 * waited for them.
 */
const LIMIT_MS = 20_000;
/** And more for each byte that is written, as a very slow disk needs: half a megabyte a second. */
const LIMIT_MS_PER_BYTE = 1 / 500;
/** Nor does the page wait so long again: in WebKit nothing ends such a transaction but the end of the page. */
const LIMIT_AFTERWARDS_MS = 3000;

/** This computer is shared, and this page has no keys. */
export class DeviceLocked extends Error {
  override readonly name = 'DeviceLocked';
}

/** Something that should have come to an end has not. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout';
}

/** A document of a draft without its bytes, so that a change of what is known about it does not write them again. */
export interface DocumentRecord {
  readonly draftId: string;
  readonly slot: string;
  /** As the feature that keeps documents wrote it. */
  readonly description: object;
  /** When it was last written, in milliseconds since 1970; absent where an earlier version of the page wrote it. */
  readonly at?: number;
}

/** The bytes of a document, so that nobody has to choose a file twice, or of a page in work (page-keys.ts). */
export interface FileRecord {
  readonly draftId: string;
  readonly slot: string;
  /** A Blob where an earlier version of the page wrote it: in WebKit's private windows IndexedDB refuses those. */
  readonly bytes: ArrayBuffer | Blob;
  /** The pages in work of a slot, in their order, as the feature that keeps them wrote it. Such a record has no bytes. */
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
  /** What is in it is checked when it is read (drafts/draft.ts): another version of the page may have written it. */
  drafts: { key: string; value: { readonly id: string } };
  documents: { key: [draftId: string, slot: string]; value: DocumentRecord; indexes: { draftId: string } };
  files: { key: [draftId: string, slot: string]; value: FileRecord; indexes: { draftId: string } };
  quarantine: { key: number; value: SetAside };
  /** What was confirmed, sent and received, by draft id (application-records.ts). */
  outbox: { key: string; value: ApplicationRecord };
  /** Small things by name: that this computer is shared (stored-here.ts). */
  notes: { key: string; value: string };
}

let opened: Promise<IDBPDatabase<ApplicationsDatabase>> | undefined;
/** What seals and unseals (encryption/keys-of-this-tab.ts). */
interface Sealing {
  /** Makes of a transaction what does it with each record. */
  lend(transaction: object): object;
  sealAhead(file: FileRecord): Promise<FileRecord>;
}
/** For each connection to a shared computer's database; each change of how its records lie ends the connection. */
let lending = new WeakMap<object, Promise<Sealing | undefined>>();
/** Something took too long, and nothing has come to its end since. */
let isStuck = false;

/**
 * The open database, opened once and again after it was lost. Rejects where the browser allows none (storage blocked,
 * disk full, no answer): callers show that, they do not hide it. The page itself uses `readFrom` and `writeTo`.
 */
export function openDatabase(): Promise<IDBPDatabase<ApplicationsDatabase>> {
  opened ??= connect().catch((reason: unknown) => {
    opened = undefined;
    throw reason;
  });
  return opened;
}

/** Closes the connection; the next use opens it again, and asks again for the keys. */
export async function closeDatabase(): Promise<void> {
  const closing = opened;
  opened = undefined;
  lending = new WeakMap();
  isStuck = false;
  await closing?.then((database) => database.close());
}

type Name = StoreNames<ApplicationsDatabase>;
/** What is used of a store. A range is of keys; `getAllKeys` of one key tells if it is there, and decrypts nothing. */
type Rows<One extends Name> = Pick<
  IDBPObjectStore<ApplicationsDatabase, [One], One, 'readwrite'>,
  'get' | 'getAll' | 'getAllKeys' | 'put' | 'delete'
>;

/** What `readFrom` and `writeTo` lend to their work. */
export interface Transaction<Names extends readonly Name[]> {
  /** The one that was named. */
  readonly store: Rows<Names[0]>;
  objectStore<One extends Names[number]>(name: One): Rows<One>;
}

/**
 * Reads from the named stores as they are at one moment; resolves with what `work` makes of it.
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
 * The same for the records as they lie there, sealed or not: for keys and numbers, and for what seals them
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

/** How long a write of so many bytes may take, in milliseconds: the `limitMs` of `writeTo`. */
export const writeLimitMs = (bytes: number): number => LIMIT_MS + bytes * LIMIT_MS_PER_BYTE;

/**
 * Changes the named stores, all of it or nothing; resolves with what `work` returns once it is on the disk. `work` waits
 * for each request before it makes one that may throw, and for nothing else. `limitMs` is how long it may take.
 *
 * @throws what `work` throws, the browser's own error (no room, storage blocked), or DatabaseTimeout
 */
export function writeTo<const Names extends readonly Name[], Result>(
  names: Names,
  work: (transaction: Transaction<Names>) => Promise<Result>,
  limitMs = LIMIT_MS,
): Promise<Result> {
  return inTransaction(names, 'readwrite', work, { limitMs });
}

/** The same for the records as they lie there. */
export function writeAsKept<const Names extends readonly Name[], Result>(
  names: Names,
  work: (transaction: Transaction<Names>) => Promise<Result>,
  limitMs = LIMIT_MS,
): Promise<Result> {
  return inTransaction(names, 'readwrite', work, { limitMs, isAsKept: true });
}

/**
 * The same for what puts large bytes: `work` is lent them, ready to be put. Where this computer is shared they are sealed
 * before the transaction, since one that waits for that takes twice as long. They have the time that their size needs.
 */
export function writeFiles<const Names extends readonly Name[], Result>(
  names: Names,
  files: readonly FileRecord[],
  work: (transaction: Transaction<Names>, ready: readonly FileRecord[]) => Promise<Result>,
): Promise<Result> {
  return inTransaction(names, 'readwrite', work, { limitMs: writeLimitMs(sizeOf(files)), files });
}

/** Writes the bytes of one document, or of one page in work. */
export const putFile = (file: FileRecord): Promise<void> =>
  writeFiles(['files'], [file], async ({ store }, ready) => {
    for (const record of ready) await store.put(record);
  });

const sizeOf = (files: readonly FileRecord[]): number =>
  files.reduce((sum, { bytes }) => sum + (bytes instanceof Blob ? bytes.size : bytes.byteLength), 0);

/** What is being written, or is about to be, so that nobody leaves the page in between; with how long each may take. */
const writing = new Map<Promise<unknown>, number>();
/** As large as what this application takes, in bytes. */
export const LARGEST_FILE = 10 * 1024 * 1024;

/**
 * Says that `work` comes to a write: nobody who waits for all writes leaves the page before it is over. Returns the same
 * promise. `limitMs` is how long it is waited for at most; without it as long as for the largest document.
 */
export function noteWriting<Result>(work: Promise<Result>, limitMs = writeLimitMs(LARGEST_FILE)): Promise<Result> {
  writing.set(work, limitMs);
  const end = () => void writing.delete(work);
  work.then(end, end);
  return work;
}

/**
 * Resolves once this page writes nothing any more. Rejects with DatabaseTimeout if none of its writes ends within the
 * longest time that one of them may take.
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
  // An abort rejects it even where nobody has come to wait for it yet.
  transaction.done.catch(() => {});
  const working = async () => {
    const lent = sealing ? sealing.lend(transaction) : transaction;
    const result: Result = await Reflect.apply(work, undefined, [lent, ready]);
    await transaction.done;
    return result;
  };
  try {
    const result = await within(isStuck ? LIMIT_AFTERWARDS_MS : limitMs, working());
    isStuck = false;
    return result;
  } catch (failure) {
    // The transaction's own error says why it was aborted; a request's says only that it was.
    const { error } = transaction;
    abort(transaction);
    if (failure instanceof DatabaseTimeout) drop(database);
    throw error ?? failure;
  }
}

/** With a connection that is open still once `files` are sealed: how the records lie may have changed meanwhile. */
async function prepare(isAsKept: boolean, files: readonly FileRecord[]) {
  for (;;) {
    const opening = openDatabase();
    const database = await opening;
    const sealing = isAsKept ? undefined : await sealingOf(database);
    const ready = sealing ? await Promise.all(files.map((file) => sealing.sealAhead(file))) : files;
    if (opened === opening) return { database, sealing, ready };
  }
}

/** Undefined where the records are readable. Rejects with DeviceLocked where nobody has the keys. */
async function sealingOf(database: IDBPDatabase<ApplicationsDatabase>): Promise<Sealing | undefined> {
  if (database.version < SHARED_FROM) return undefined;
  const found = lending.get(database) ?? findSealing(database);
  lending.set(database, found);
  found.catch(() => lending.delete(database));
  return found;
}

async function findSealing(database: IDBPDatabase<ApplicationsDatabase>): Promise<Sealing | undefined> {
  const marker = await database.get('notes', SHARED_COMPUTER);
  // It was shared once, and its records are readable again.
  if (marker === undefined) return undefined;
  const { sealingFor } = await import('./encryption/keys-of-this-tab.ts');
  const sealing = await sealingFor(marker);
  if (sealing === undefined) throw new DeviceLocked();
  return sealing;
}

/**
 * Writes the note that says whether records are encrypted, or removes it, while no other tab has the database open: each
 * tab reads it before it goes on. If it rejects, nothing was changed.
 *
 * @throws DatabaseTimeout where another tab does not let go, or the browser's own error
 */
export async function changeSharing(marker: string | undefined): Promise<void> {
  const { version } = await openDatabase();
  await closeDatabase();
  const next = version < SHARED_FROM ? SHARED_FROM + version : version + SHARED_STEP;
  let stage: 'waiting' | 'begun' | 'given up' = 'waiting';
  const raising = openDB<ApplicationsDatabase>(DATABASE, next, {
    upgrade(_database, _before, _version, transaction) {
      // No request to open a database can be taken back before it has its turn.
      if (stage === 'given up') return takeBack(transaction);
      stage = 'begun';
      transaction.done.catch(() => {});
      const notes = transaction.objectStore('notes');
      // A failure aborts the change, which says why.
      (marker === undefined ? notes.delete(SHARED_COMPUTER) : notes.put(marker, SHARED_COMPUTER)).catch(() => {});
    },
  });
  const closing = raising.then((database) => database.close());
  await within(LIMIT_MS, closing).catch(async (failure: unknown) => {
    if (!(failure instanceof DatabaseTimeout)) throw failure;
    // What is being written comes to its own end, and that alone says which.
    if (stage === 'begun') return closing;
    stage = 'given up';
    throw failure;
  });
}

function abort(transaction: Pick<IDBTransaction, 'abort'>): void {
  try {
    transaction.abort();
  } catch {
    // It has ended by itself.
  }
}

/** What does not answer is not asked again: the next use opens another connection. */
function drop(database: IDBPDatabase<ApplicationsDatabase>): void {
  isStuck = true;
  opened = undefined;
  database.close();
}

/** Where storage is blocked, browsers throw at once: then it rejects like any other failure. */
async function connect(): Promise<IDBPDatabase<ApplicationsDatabase>> {
  const opening = openNow();
  return within(LIMIT_MS, opening).catch((failure: unknown) => {
    // It may come all the same, when nobody waits for it any more.
    opening.then((database) => database.close()).catch(() => {});
    throw failure;
  });
}

/**
 * A later version of the page may have been here: below OTHERWISE_FROM it only adds stores, so that this one finds its own
 * as they were.
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

/** A shared computer's database from before a store was added. */
async function withStores(database: IDBPDatabase<ApplicationsDatabase>): Promise<IDBPDatabase<ApplicationsDatabase>> {
  const missing = VERSION - storesOf(database.version);
  if (database.version < SHARED_FROM || missing <= 0) return database;
  database.close();
  return openAt(database.version + missing);
}

const storesOf = (version: number): number => (version < SHARED_FROM ? version : version % SHARED_STEP);

/** Without a version a database that is there opens as it is. */
function openAt(version: number | undefined): Promise<IDBPDatabase<ApplicationsDatabase>> {
  return openDB<ApplicationsDatabase>(DATABASE, version, {
    upgrade(database, present, _version, transaction) {
      if (version === undefined) return takeBack(transaction);
      const before = storesOf(present);
      if (before < 1) createFirst(database);
      if (before < 2) database.createObjectStore('outbox', { keyPath: 'id' });
    },
    // Another tab has a newer version of the page, or erases everything: it must not wait for us.
    blocking() {
      lookForErasure();
      void closeDatabase();
    },
    terminated() {
      opened = undefined;
    },
  });
}

/** Ends a change of the version, as where somebody has erased the database in between: the next use makes it, with its stores. */
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
 * Rejects with DatabaseTimeout when `work` has not settled within `ms` milliseconds. The time is counted in tenths, each
 * by a timer: a device that slept in between, or whose clock was set, has used up one of them at most.
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
