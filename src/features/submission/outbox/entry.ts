import * as v from 'valibot';
import { documentSchema } from '#contract/applications.ts';
import { stageErrorSchema } from '#contract/submission.ts';
import { DRAFT_VARIANTS } from '#features/drafts/draft.ts';
import { ageOf } from '#platform/age.ts';

/** A confirmed application waits so long at most (contract §7 "24 hours"). */
export const OUTBOX_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
export const OUTBOX_SCHEMA = 1;
/** What can be confirmed: the application of a draft, or an agency's registration. */
export const CONFIRMED_VARIANTS = [...DRAFT_VARIANTS, 'agency'] as const;
export type ConfirmedVariant = (typeof CONFIRMED_VARIANTS)[number];

/** As the review listed it. `size` in bytes. */
const confirmedDocument = v.object({
  slot: v.string(),
  label: v.string(),
  name: v.string(),
  size: v.number(),
  sha256: v.optional(v.string()),
});

const entrySchema = v.object({
  schema: v.literal(OUTBOX_SCHEMA),
  /** The draft's or the registration's id, and the submission's. */
  id: v.pipe(v.string(), v.uuid()),
  /** Counts up over all entries of this device: the order in which they are sent. */
  order: v.number(),
  confirmedAt: v.pipe(v.number(), v.finite()),
  variant: v.picklist(CONFIRMED_VARIANTS),
  values: v.record(v.string(), v.unknown()),
  applicant: v.string(),
  documents: v.pipe(v.array(confirmedDocument), v.readonly()),
  /** What the last PUT named. Written before that goes out: whoever repeats it repeats it word for word. */
  references: v.exactOptional(v.array(documentSchema)),
  /** Why it was set aside; it waits for the person and holds up nobody. */
  failure: v.exactOptional(stageErrorSchema),
});

/**
 * A confirmed application that the server does not have yet. Its documents rest under the draft's id; moments are
 * milliseconds since 1970.
 */
export type OutboxEntry = Readonly<v.InferOutput<typeof entrySchema>>;
/** What the applicant confirmed; the outbox adds the rest. */
export type ConfirmedEntry = Pick<OutboxEntry, 'id' | 'variant' | 'values' | 'applicant' | 'documents'>;

/** A stored entry as this version understands it; undefined when it cannot be understood. Never throws. */
export function readEntry(stored: unknown): OutboxEntry | undefined {
  const parsed = v.safeParse(entrySchema, stored);
  return parsed.success ? parsed.output : undefined;
}

/** When an entry is gone from this device, sent or not; milliseconds since 1970. */
export const entryExpiry = ({ confirmedAt }: Pick<OutboxEntry, 'confirmedAt'>): number => confirmedAt + OUTBOX_LIFE_MS;

export const isEntryExpired = (entry: Pick<OutboxEntry, 'confirmedAt'>, now: number): boolean =>
  ageOf(entry.confirmedAt, now) >= OUTBOX_LIFE_MS;

/** The same confirmation, not a later one of the same draft. */
export const isSameConfirmation = (one: OutboxEntry | undefined, other: OutboxEntry): boolean =>
  one?.id === other.id && one.order === other.order;

/** Place in the line of those that are not set aside, from 1. */
export function placeOf(id: string, entries: readonly Pick<OutboxEntry, 'id' | 'failure'>[]): number | undefined {
  const place = entries.filter(({ failure }) => failure === undefined).findIndex((entry) => entry.id === id);
  return place < 0 ? undefined : place + 1;
}
