import * as v from 'valibot';
import { acceptedSchema } from '#contract/applications.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { DRAFT_VARIANTS } from '#features/drafts/draft.ts';
import { ageOf, DAY_MS, possibleTime } from '#platform/age.ts';
import { type ApplicationParts, changeParts } from '#platform/application-records.ts';
import { writeTo } from '#platform/database.ts';
import { datedNotes } from '#platform/dated-notes.ts';
import { readApplication, readApplications } from '#platform/migrate.ts';

/** A section of the review. */
export interface ReceiptSection {
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
}

/** `size` in bytes. */
export const receiptDocument = v.object({
  label: v.string(),
  name: v.string(),
  size: v.number(),
  sha256: v.optional(v.string()),
});
export type ReceiptDocument = Readonly<v.InferOutput<typeof receiptDocument>>;

const sentSchema = v.object({
  /** The submission's id. */
  id: v.string(),
  /** Absent in records of earlier releases. */
  variant: v.exactOptional(v.picklist(DRAFT_VARIANTS)),
  /** The student's name. */
  applicant: v.string(),
  documents: v.pipe(v.array(receiptDocument), v.readonly()),
  /** The number on an agency's form. */
  applicationId: v.exactOptional(v.string()),
  /** The terms that the applicant agreed to. */
  terms: v.exactOptional(acceptedSchema.entries.terms),
  /** Milliseconds since 1970. */
  at: v.number(),
  /** Once processed: the offer's id, an agency's Application ID, else the submission's id. */
  reference: v.optional(v.string()),
  /** ISO date-time. */
  submittedAt: v.optional(v.string()),
  /** The number in the college's records, if they gave one. */
  recordsReference: v.exactOptional(v.string()),
});
/** An application that was sent: restores its progress after a reload, and becomes its receipt. */
export type SentRecord = Readonly<v.InferOutput<typeof sentSchema>>;

/** Known when the applicant confirms. */
export type SentApplication = Pick<SentRecord, 'applicant' | 'documents' | 'applicationId' | 'terms'>;

/** The proof that an application was submitted. */
export interface Receipt extends Omit<SentRecord, 'at' | 'reference' | 'submittedAt'> {
  readonly reference: string;
  readonly submittedAt: string;
  /** In memory only: sent answers are not stored in the browser. */
  readonly sections?: readonly ReceiptSection[] | undefined;
}

function readSent(stored: unknown): SentRecord | undefined {
  const parsed = v.safeParse(sentSchema, stored);
  return parsed.success ? parsed.output : undefined;
}

/** When this device deletes it, in milliseconds since 1970 (R7.12). */
export const receiptExpiry = ({ at }: SentRecord): number => at + DAY_MS;

export const isSentKept = ({ at }: SentRecord, now: number): boolean => ageOf(at, now) < DAY_MS;

/**
 * The applications sent from this browser in the last 24 hours, newest first. Deletes older and unreadable records, and
 * replaces an impossible time by `now`. Rejects if the device cannot be read.
 */
export async function listSent(now = Date.now()): Promise<readonly SentRecord[]> {
  const living: SentRecord[] = [];
  for (const { id, sent } of await readApplications()) {
    if (sent === undefined) continue;
    const known = readSent(sent);
    const kept = known && isSentKept(known, now) ? { ...known, at: possibleTime(known.at, now) } : undefined;
    if (kept) living.push(kept);
    if (kept?.at !== known?.at || kept === undefined) await changeSent(id, () => kept).catch(() => {});
  }
  return living.sort((one, other) => other.at - one.at);
}

/** Undefined also if the device cannot be read. */
export async function findSent(id: string): Promise<SentRecord | undefined> {
  const record = await readApplication(id).catch(() => undefined);
  const sent = readSent(record?.sent);
  return sent && isSentKept(sent, Date.now()) ? sent : undefined;
}

/** Replaces the record of an earlier confirmation. If storage is blocked, a reload does not find the application. */
export const saveSent = (record: SentRecord): Promise<void> => changeSent(record.id, () => record).catch(() => {});

/** For an application that the server does not have. */
export const deleteSent = (id: string): Promise<void> => changeSent(id, () => undefined).catch(() => {});

const changeSent = (id: string, change: (sent: ApplicationParts['sent']) => ApplicationParts['sent']): Promise<void> =>
  writeTo(['outbox'], ({ store }) => changeParts(store, id, ({ entry, sent }) => ({ entry, sent: change(sent) })));

/** The receipt of a processed submission. `now` is used if the server sent no time (R7.11). */
export function receiptOf(submission: Submission, sent: SentApplication, now: Date): Receipt {
  const { id, offerId, recordsReference, submittedAt } = submission;
  return {
    ...sent,
    id,
    reference: offerId ?? sent.applicationId ?? id,
    ...(recordsReference === undefined ? {} : { recordsReference }),
    submittedAt: submittedAt ?? now.toISOString(),
  };
}

/** Adds the receipt of a processed submission to its record, unless the record is missing or has one. */
export const withReceipt =
  (submission: Submission) =>
  (stored: ApplicationParts['sent']): ApplicationParts['sent'] => {
    const sent = readSent(stored);
    if (sent === undefined || sent.reference !== undefined) return stored;
    const { reference, recordsReference, submittedAt } = receiptOf(submission, sent, new Date());
    const theirs = recordsReference === undefined ? {} : { recordsReference };
    return { ...sent, reference, ...theirs, submittedAt, at: Date.now() };
  };

/** Saves the receipt of a processed submission whose draft is not removed yet. */
export const storeReceipt = (submission: Submission): Promise<void> =>
  changeSent(submission.id, withReceipt(submission)).catch(() => {});

const unsentSchema = v.object({ id: v.string(), applicant: v.string(), confirmedAt: v.number(), at: v.number() });
/** A confirmed application that expired, without its answers. Times are milliseconds since 1970. */
export type UnsentNote = v.InferOutput<typeof unsentSchema>;

const unsentNotes = datedNotes('unsent-applications', unsentSchema);

/** Those that expired in the last 24 hours and were not dismissed. Deletes older notes. */
export const listUnsent = (now = Date.now()): readonly UnsentNote[] => unsentNotes.list(now);

/** Saves that a confirmed application expired, so that a notice can say so, now or on the next visit. */
export function saveUnsent({ id, applicant, confirmedAt }: Omit<UnsentNote, 'at'>, now: number): void {
  const others = unsentNotes.list(now).filter((note) => note.id !== id);
  unsentNotes.write([...others, { id, applicant, confirmedAt, at: now }]);
}

export const dismissUnsent = (): void => unsentNotes.write([]);
