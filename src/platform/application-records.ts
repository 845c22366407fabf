/**
 * What this device keeps of a confirmed application: one record in `outbox`, from the confirmation to the end of its
 * receipt. Each change of status is one transaction. Releases before 0.1.0 store only the waiting entry itself. Such an
 * entry is a valid record, and open tabs of those releases can read and write these records.
 */
export interface ApplicationRecord {
  /** The draft's id, and the submission's. */
  readonly id: string;
  /**
   * Derived from the other fields, and not encrypted on a shared computer. A record of an earlier release has none: it
   * is waiting.
   */
  readonly status?: ApplicationStatus;
  /** The note that it was sent, and later its receipt (submission/sent-records.ts checks it). */
  readonly sent?: unknown;
  // The other fields are what was confirmed and not yet sent (submission/outbox/outbox-storage.ts checks them).
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

/** The part of an idb store that is used here. */
interface ApplicationStore {
  get(id: string): Promise<ApplicationRecord | undefined>;
  put(record: ApplicationRecord): Promise<unknown>;
  delete(id: string): Promise<void>;
}

/** Changes parts of one record within a transaction. A record without parts is deleted. */
export async function changeParts(
  store: ApplicationStore,
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
