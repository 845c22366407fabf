import * as v from 'valibot';
import { acceptedSchema, documentSchema } from '#contract/applications.ts';
import { stageErrorSchema } from '#contract/submission.ts';
import { DRAFT_VARIANTS } from '#features/drafts/draft.ts';
import { ageOf, DAY_MS, possibleTime } from '#platform/age.ts';
import { type ApplicationParts, changeParts, waitingIds } from '#platform/application-records.ts';
import { readFrom, type Transaction, writeTo } from '#platform/database.ts';
import { readApplication, readApplications } from '#platform/migrate.ts';
import type { SentRecord } from '../sent-notes.ts';

/** A confirmed application waits so long at most (R6.4). */
const OUTBOX_LIFE_MS = 7 * DAY_MS;
const OUTBOX_SCHEMA = 1;

/** As the review listed it. `size` in bytes. */
const confirmedDocument = v.object({
  slot: v.string(),
  label: v.string(),
  name: v.string(),
  size: v.number(),
  sha256: v.optional(v.string()),
  /** Which choice of a file it was (documents-slice.ts); absent where an earlier version of the page confirmed it. */
  attachment: v.optional(v.string()),
});

const entrySchema = v.object({
  schema: v.literal(OUTBOX_SCHEMA),
  /** The draft's id, and the submission's. */
  id: v.pipe(v.string(), v.uuid()),
  /**
   * The order in which they are sent: higher than that of every entry that waits, and at least the time of the
   * confirmation, so that one that follows a withdrawal never has the number of what was withdrawn.
   */
  order: v.number(),
  confirmedAt: v.pipe(v.number(), v.finite()),
  variant: v.picklist(DRAFT_VARIANTS),
  values: v.record(v.string(), v.unknown()),
  applicant: v.string(),
  documents: v.pipe(v.array(confirmedDocument), v.readonly()),
  /** Which terms the applicant agreed to, where the college shows them. */
  accepted: v.exactOptional(acceptedSchema),
  /** The documents that the last PUT named, written before it is sent: it is repeated word for word. */
  references: v.exactOptional(v.array(documentSchema)),
  /** Why it was set aside: it waits for the person, and the entries behind it go on. */
  failure: v.exactOptional(stageErrorSchema),
});

/**
 * A confirmed application that the server does not have yet. Its documents are kept under the draft's id. Times are
 * milliseconds since 1970.
 */
export type OutboxEntry = Readonly<v.InferOutput<typeof entrySchema>>;
/** What the applicant confirmed; the outbox adds the rest. */
export type ConfirmedEntry = Pick<OutboxEntry, 'id' | 'variant' | 'values' | 'applicant' | 'documents' | 'accepted'>;

/** A stored entry; undefined when this version cannot read it. Never throws. */
function readEntry(stored: unknown): OutboxEntry | undefined {
  const parsed = v.safeParse(entrySchema, stored);
  return parsed.success ? parsed.output : undefined;
}

/** When an entry is removed from this device, sent or not; milliseconds since 1970. */
export const entryExpiry = ({ confirmedAt }: Pick<OutboxEntry, 'confirmedAt'>): number => confirmedAt + OUTBOX_LIFE_MS;

export const isEntryExpired = (entry: Pick<OutboxEntry, 'confirmedAt'>, now: number): boolean =>
  ageOf(entry.confirmedAt, now) >= OUTBOX_LIFE_MS;

/** The same confirmation, not a later one of the same draft. */
export const isSameConfirmation = (one: OutboxEntry | undefined, other: OutboxEntry): boolean =>
  one?.id === other.id && one.order === other.order;

/**
 * The entries of this device in the order in which they are sent. An unreadable one is left where it is. One with an
 * impossible time gets `now`, on the disk too, and its seven days begin.
 */
export async function listEntries(now = Date.now()): Promise<readonly OutboxEntry[]> {
  const entries = (await readApplications()).flatMap((record) => readEntry(record) ?? []);
  const settled = entries.map((entry) => ({ ...entry, confirmedAt: possibleTime(entry.confirmedAt, now) }));
  // Where that cannot be written, each reading takes the present time.
  for (const [index, entry] of settled.entries())
    if (entry.confirmedAt !== entries[index]?.confirmedAt) await changeEntry(entry, () => ({ entry })).catch(() => {});
  return settled.sort((one, other) => one.order - other.order);
}

/** The entry of a draft; undefined if there is none. */
export async function findEntry(id: string): Promise<OutboxEntry | undefined> {
  return readEntry(await readApplication(id));
}

/** The person is watching: an application that is not kept by then is sent directly. */
const CONFIRM_LIMIT_MS = 5000;

/**
 * Puts a confirmed application at the end of the line, in place of an earlier confirmation of the same draft.
 * Resolves once it is on the disk; rejects with the browser's own error when it is not.
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
 * Writes a changed entry; resolves to false, and writes nothing, when it was withdrawn or confirmed anew meanwhile. Its
 * time stays as the device has it. `sent` is noted with it, before the first PUT that names the documents.
 */
export async function replaceEntry(entry: OutboxEntry, sent?: SentRecord): Promise<boolean> {
  return changeEntry(entry, ({ confirmedAt }) => ({ entry: { ...entry, confirmedAt }, ...(sent && { sent }) }));
}

/** Writes what `change` makes of an entry, unless it was withdrawn or confirmed anew; resolves to whether it did. */
async function changeEntry(entry: OutboxEntry, change: (present: OutboxEntry) => ApplicationParts): Promise<boolean> {
  return writeTo(['outbox'], async ({ store }) => {
    const present = readEntry(await store.get(entry.id));
    if (present === undefined || !isSameConfirmation(present, entry)) return false;
    await changeParts(store, entry.id, (parts) => ({ ...parts, ...change(present) }));
    return true;
  });
}

/** An entry that was set aside takes its place in the line again. */
export async function putBackInLine(id: string): Promise<void> {
  const { failure, ...entry } = (await findEntry(id)) ?? {};
  if (failure !== undefined && 'id' in entry) await replaceEntry(entry);
}

/**
 * Removes an entry that the server has, and a later confirmation of the same draft that says nothing else. Resolves to
 * whether one stays that does.
 */
export async function removeSent(entry: OutboxEntry): Promise<boolean> {
  return writeTo(['outbox'], async ({ store }) => {
    const present = readEntry(await store.get(entry.id));
    if (present === undefined) return false;
    const isSent = isSameConfirmation(present, entry) || saidBy(present) === saidBy(entry);
    if (isSent) await changeParts(store, entry.id, ({ sent }) => ({ sent }));
    return !isSent;
  });
}

/** What of a confirmation is sent, as text. */
const saidBy = ({ variant, values, documents, accepted }: OutboxEntry) =>
  JSON.stringify([variant, values, documents, accepted]);

/** Removes what waits of a draft, so that it is not sent. Resolves to whether nothing waits any more. Never rejects. */
export async function withdrawEntry(id: string): Promise<boolean> {
  try {
    await writeTo(['outbox'], ({ store }) => changeParts(store, id, ({ sent }) => ({ sent })));
    return true;
  } catch {
    return readFrom(['outbox'], async ({ store }) => !(await waitingIds(store)).has(id)).catch(() => false);
  }
}
