import * as v from 'valibot';
import { acceptedSchema, documentSchema } from '#contract/applications.ts';
import { stageErrorSchema } from '#contract/submission.ts';
import { DRAFT_VARIANTS } from '#features/drafts/draft.ts';
import { ageOf, DAY_MS, possibleTime } from '#platform/age.ts';
import { type ApplicationParts, changeParts, waitingIds } from '#platform/application-records.ts';
import { readFrom, type Transaction, writeTo } from '#platform/database.ts';
import { readApplication, readApplications } from '#platform/migrate.ts';
import { receiptDocument, type SentRecord } from '../sent-records.ts';

/** How long a confirmed application may wait (R6.4). */
const OUTBOX_LIFE_MS = 7 * DAY_MS;
const OUTBOX_SCHEMA = 1;

const confirmedDocument = v.object({
  slot: v.string(),
  ...receiptDocument.entries,
  /** Which choice of a file it was (documents-slice.ts): a file chosen later is not sent. Absent in earlier releases. */
  attachment: v.optional(v.string()),
});
export type ConfirmedDocument = Readonly<v.InferOutput<typeof confirmedDocument>>;

const entrySchema = v.object({
  schema: v.literal(OUTBOX_SCHEMA),
  /** The draft's id, and the submission's. */
  id: v.pipe(v.string(), v.uuid()),
  /**
   * Entries are sent in this order. Higher than that of every queued entry, and at least the time of the confirmation,
   * so that an entry confirmed after a withdrawal never reuses its number.
   */
  order: v.number(),
  confirmedAt: v.pipe(v.number(), v.finite()),
  /** Decides the endpoint. */
  variant: v.picklist(DRAFT_VARIANTS),
  /** Visible answers only. */
  values: v.record(v.string(), v.unknown()),
  applicant: v.string(),
  /** In page order. */
  documents: v.pipe(v.array(confirmedDocument), v.readonly()),
  /** The terms that the applicant agreed to, if the college has any. */
  accepted: v.exactOptional(acceptedSchema),
  /** The documents in the last PUT, saved before it is sent, so that a retry sends the same body. */
  references: v.exactOptional(v.array(documentSchema)),
  /** Why it was refused. It waits for the applicant; later entries are still sent. */
  failure: v.exactOptional(stageErrorSchema),
});

/** A confirmed application that the server does not have yet. Times are milliseconds since 1970. */
export type OutboxEntry = Readonly<v.InferOutput<typeof entrySchema>>;
/** What the applicant confirmed; the outbox adds the rest. */
export type ConfirmedEntry = Pick<OutboxEntry, 'id' | 'variant' | 'values' | 'applicant' | 'documents' | 'accepted'>;

/** Undefined if this version cannot read it. */
function readEntry(stored: unknown): OutboxEntry | undefined {
  const parsed = v.safeParse(entrySchema, stored);
  return parsed.success ? parsed.output : undefined;
}

/** When an entry is deleted, sent or not; milliseconds since 1970. */
export const entryExpiry = ({ confirmedAt }: Pick<OutboxEntry, 'confirmedAt'>): number => confirmedAt + OUTBOX_LIFE_MS;

export const isEntryExpired = (entry: Pick<OutboxEntry, 'confirmedAt'>, now: number): boolean =>
  ageOf(entry.confirmedAt, now) >= OUTBOX_LIFE_MS;

/** The same confirmation, not a later one of the same draft. */
export const isSameConfirmation = (one: OutboxEntry | undefined, other: OutboxEntry): boolean =>
  one?.id === other.id && one.order === other.order;

/**
 * The queued entries in sending order. Unreadable ones are skipped, not deleted. If an entry's time is impossible, it
 * becomes `now`, and its seven days start again.
 */
export async function listEntries(now = Date.now()): Promise<readonly OutboxEntry[]> {
  const entries = (await readApplications()).flatMap((record) => readEntry(record) ?? []);
  const settled = entries.map((entry) => ({ ...entry, confirmedAt: possibleTime(entry.confirmedAt, now) }));
  // If the write fails, each read uses the current time.
  for (const [index, entry] of settled.entries())
    if (entry.confirmedAt !== entries[index]?.confirmedAt) await changeEntry(entry, () => ({ entry })).catch(() => {});
  return settled.sort((one, other) => one.order - other.order);
}

export async function findEntry(id: string): Promise<OutboxEntry | undefined> {
  return readEntry(await readApplication(id));
}

/** The applicant is waiting: if saving takes longer, the application is sent without being saved. */
const CONFIRM_LIMIT_MS = 5000;

/**
 * Appends a confirmed application to the queue, in place of an earlier confirmation of the draft. Resolves once it is on
 * the disk; rejects with the browser's error.
 */
export async function addEntry(confirmed: ConfirmedEntry, now: number): Promise<OutboxEntry> {
  const add = async ({ store }: Transaction<readonly ['outbox']>) => {
    const others = (await store.getAll()).map((record) => readEntry(record)?.order ?? 0);
    const order = Math.max(now, ...others.map((other) => other + 1));
    const entry: OutboxEntry = { schema: OUTBOX_SCHEMA, ...confirmed, order, confirmedAt: now };
    await changeParts(store, entry.id, (parts) => ({ ...parts, entry }));
    return entry;
  };
  return writeTo(['outbox'], add, CONFIRM_LIMIT_MS);
}

/**
 * Saves a changed entry, except for its time. Resolves to false, without writing, if the application was withdrawn or
 * confirmed again. `sent` is saved in the same transaction, before the first PUT that names the documents.
 */
export async function replaceEntry(entry: OutboxEntry, sent?: SentRecord): Promise<boolean> {
  return changeEntry(entry, ({ confirmedAt }) => ({ entry: { ...entry, confirmedAt }, ...(sent && { sent }) }));
}

/** Changes an entry unless it was withdrawn or confirmed again; resolves to whether it did. */
async function changeEntry(entry: OutboxEntry, change: (present: OutboxEntry) => ApplicationParts): Promise<boolean> {
  return writeTo(['outbox'], async ({ store }) => {
    const present = readEntry(await store.get(entry.id));
    if (present === undefined || !isSameConfirmation(present, entry)) return false;
    await changeParts(store, entry.id, (parts) => ({ ...parts, ...change(present) }));
    return true;
  });
}

/** Queues a refused entry again, in its old place. */
export async function requeueEntry(id: string): Promise<void> {
  const { failure, ...entry } = (await findEntry(id)) ?? {};
  if (failure !== undefined && 'id' in entry) await replaceEntry(entry);
}

/**
 * Removes an accepted entry, and a later confirmation of the same draft with the same content. Resolves to whether a
 * later confirmation with other content remains.
 */
export async function removeSent(entry: OutboxEntry): Promise<boolean> {
  return writeTo(['outbox'], async ({ store }) => {
    const present = readEntry(await store.get(entry.id));
    if (present === undefined) return false;
    const isSent = isSameConfirmation(present, entry) || sentContent(present) === sentContent(entry);
    if (isSent) await changeParts(store, entry.id, ({ sent }) => ({ sent }));
    return !isSent;
  });
}

/** The content that is sent, as text. */
const sentContent = ({ variant, values, documents, accepted }: OutboxEntry) =>
  JSON.stringify([variant, values, documents, accepted]);

/** Removes the entry of a draft, so that it is not sent. Resolves to whether it is gone. Never rejects. */
export async function withdrawEntry(id: string): Promise<boolean> {
  try {
    await writeTo(['outbox'], ({ store }) => changeParts(store, id, ({ sent }) => ({ sent })));
    return true;
  } catch {
    return readFrom(['outbox'], async ({ store }) => !(await waitingIds(store)).has(id)).catch(() => false);
  }
}
