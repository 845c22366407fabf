import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** The one database of this device. Stores are added by a new version, never changed in place. */
export const DATABASE = 'applications';
const VERSION = 2;

/** A document of a draft without its bytes, so that a change of what is known about it does not write them again. */
export interface DocumentRecord {
  readonly draftId: string;
  readonly slot: string;
  /** As the feature that keeps documents wrote it. */
  readonly description: object;
}

/** The bytes of a document, so that nobody has to choose a file twice. */
export interface FileRecord {
  readonly draftId: string;
  readonly slot: string;
  readonly bytes: Blob;
}

/** A saved state that could not be read, kept word for word so that the person can download it. */
export interface SetAside {
  readonly draftId: string;
  readonly value: unknown;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface ApplicationsDatabase extends DBSchema {
  /** What is in it is judged when it is read (drafts/draft.ts): another version of the page may have written it. */
  drafts: { key: string; value: { readonly id: string } };
  documents: { key: [draftId: string, slot: string]; value: DocumentRecord; indexes: { draftId: string } };
  files: { key: [draftId: string, slot: string]; value: FileRecord; indexes: { draftId: string } };
  quarantine: { key: number; value: SetAside };
  /** Confirmed applications that the server does not have yet, by draft id (outbox/entry.ts judges what is read). */
  outbox: { key: string; value: { readonly id: string } };
  /** Small things by name: the view that the page was last in. */
  notes: { key: string; value: string };
}

let opened: Promise<IDBPDatabase<ApplicationsDatabase>> | undefined;

/**
 * The open database, opened once and again after it was lost. Rejects where the browser allows none (storage blocked,
 * disk full): callers show that, they do not hide it.
 */
export function openDatabase(): Promise<IDBPDatabase<ApplicationsDatabase>> {
  opened ??= connect().catch((reason: unknown) => {
    opened = undefined;
    throw reason;
  });
  return opened;
}

/** Whether this browser has the database already; who only looks makes none. */
export async function hasDatabase(): Promise<boolean> {
  if (opened !== undefined) return true;
  return (await indexedDB.databases()).some(({ name }) => name === DATABASE);
}

/** Closes the connection; the next use opens it again. */
export async function closeDatabase(): Promise<void> {
  const closing = opened;
  opened = undefined;
  await closing?.then((database) => database.close());
}

/** Where storage is blocked, browsers throw at once: then it rejects like any other failure. */
async function connect(): Promise<IDBPDatabase<ApplicationsDatabase>> {
  return openDB<ApplicationsDatabase>(DATABASE, VERSION, {
    upgrade(database, before) {
      if (before < 1) createFirst(database);
      if (before < 2) database.createObjectStore('outbox', { keyPath: 'id' });
    },
    // Another tab has a newer version of the page: it must not wait for us.
    blocking() {
      void closeDatabase();
    },
    terminated() {
      opened = undefined;
    },
  });
}

function createFirst(database: IDBPDatabase<ApplicationsDatabase>): void {
  database.createObjectStore('drafts', { keyPath: 'id' });
  for (const store of ['documents', 'files'] as const) {
    database.createObjectStore(store, { keyPath: ['draftId', 'slot'] }).createIndex('draftId', 'draftId');
  }
  database.createObjectStore('quarantine', { autoIncrement: true });
  database.createObjectStore('notes');
}
