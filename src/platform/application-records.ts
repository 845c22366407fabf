/**
 * What this device keeps of an application that was confirmed: one record in the database's `outbox`, from the
 * confirmation to the end of its receipt. Each change of its status is one transaction. Releases before 0.1.0 keep only
 * what waits there, as the entry itself: their records are such records, and their open tabs can read and write these.
 */
export interface ApplicationRecord {
  /** The draft's id, and the submission's. */
  readonly id: string;
  /** Follows from the rest. Readable on a shared computer too. Absent where an earlier release wrote it: it waits. */
  readonly status?: ApplicationStatus;
  /** That it left this browser, and later its receipt (submission/sent-records.ts checks it). */
  readonly sent?: unknown;
  // Beside these what was confirmed and the server does not have yet (submission/outbox/outbox-storage.ts checks it).
}

type ApplicationStatus = 'confirmed' | 'sending' | 'failed' | 'sent' | 'done';

export interface ApplicationParts {
  readonly entry?: object | undefined;
  readonly sent?: unknown;
}

function partsOf(record: ApplicationRecord | undefined): ApplicationParts {
  if (record === undefined) return {};
  const { status: _status, sent, ...entry } = record;
  return { sent, ...(Object.keys(entry).length > 1 && { entry }) };
}

function statusOf({ entry, sent }: ApplicationParts): ApplicationStatus {
  if (entry === undefined) return has(sent, 'reference') ? 'done' : 'sent';
  if (has(entry, 'failure')) return 'failed';
  return has(entry, 'references') ? 'sending' : 'confirmed';
}

const has = (part: unknown, field: string): boolean => Object(part)[field] !== undefined;

/** What is used of the store (idb). */
interface RecordStore {
  get(id: string): Promise<ApplicationRecord | undefined>;
  put(record: ApplicationRecord): Promise<unknown>;
  delete(id: string): Promise<void>;
}

/** Changes parts of one record, within a transaction. A record without parts is removed. */
export async function changeParts(
  store: RecordStore,
  id: string,
  change: (parts: ApplicationParts) => ApplicationParts,
): Promise<void> {
  const parts = change(partsOf(await store.get(id)));
  const { entry, sent } = parts;
  if (entry === undefined && sent === undefined) return store.delete(id);
  await store.put({ ...entry, id, status: statusOf(parts), ...(sent !== undefined && { sent }) });
}

/** The ids of the applications that wait to be sent. */
export async function waitingIds(store: {
  getAll(): Promise<readonly ApplicationRecord[]>;
}): Promise<ReadonlySet<string>> {
  const waiting = (await store.getAll()).filter(({ status }) => status !== 'sent' && status !== 'done');
  return new Set(waiting.map(({ id }) => id));
}
