import * as v from 'valibot';
import { type Accepted, acceptedSchema } from '#contract/applications.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { DRAFT_VARIANTS, type DraftVariant } from '#features/drafts/draft.ts';
import { ageOf, DAY_MS, possibleTime } from '#platform/age.ts';
import { type ApplicationParts, changeParts } from '#platform/application-records.ts';
import { writeTo } from '#platform/database.ts';
import { datedNotes } from '#platform/dated-notes.ts';
import { readApplication, readApplications } from '#platform/migrate.ts';

export interface ReceiptDocument {
  readonly label: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256?: string | undefined;
}

/** What was sent, under the titles of the review. */
export interface ReceiptSection {
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
}

/** What the page knew when the applicant confirmed. */
export interface SentApplication {
  /** The student's name. */
  readonly applicant: string;
  readonly documents: readonly ReceiptDocument[];
  /** Of an agency: the number that it was told to keep. */
  readonly applicationId?: string;
  /** Which terms the applicant agreed to. */
  readonly terms?: Accepted['terms'];
}

/** The proof that an application was submitted. */
export interface Receipt extends SentApplication {
  /** The submission's id. */
  readonly id: string;
  /** What the institute knows it by: the offer's id, an agency's Application ID, else the submission's id. */
  readonly reference: string;
  /** Under which the college's records have it, where they gave it a number. */
  readonly recordsReference?: string;
  /** ISO date-time. */
  readonly submittedAt: string;
  /** Which form it was, where that is noted. */
  readonly variant?: DraftVariant;
  /** Only while the page is open: answers do not stay in the browser once they were sent. */
  readonly sections?: readonly ReceiptSection[] | undefined;
}

const document = v.object({ label: v.string(), name: v.string(), size: v.number(), sha256: v.optional(v.string()) });
const sentSchema = v.object({
  id: v.string(),
  /** Which form it was; absent where an earlier version of the page wrote it. */
  variant: v.exactOptional(v.picklist(DRAFT_VARIANTS)),
  applicant: v.string(),
  documents: v.array(document),
  applicationId: v.exactOptional(v.string()),
  terms: v.exactOptional(acceptedSchema.entries.terms),
  /** Milliseconds since 1970. */
  at: v.number(),
  /** Of a processed submission only. */
  reference: v.optional(v.string()),
  submittedAt: v.optional(v.string()),
  recordsReference: v.exactOptional(v.string()),
});
/** An application that left this browser: it is found again by this after a reload, and becomes its receipt. */
export type SentRecord = v.InferOutput<typeof sentSchema>;

function readSent(stored: unknown): SentRecord | undefined {
  const parsed = v.safeParse(sentSchema, stored);
  return parsed.success ? parsed.output : undefined;
}

/** When this device removes it, in milliseconds since 1970 (R7.12). */
export const receiptEnd = ({ at }: SentRecord): number => at + DAY_MS;

export const isSentKept = ({ at }: SentRecord, now: number): boolean => ageOf(at, now) < DAY_MS;

/**
 * Every application sent from this browser in the last 24 hours, the newest first, without its answers. What is older, or
 * cannot be read, is removed from this device; a time that cannot be is `now` from then on. Rejects where the device cannot be read.
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

/** Undefined too where the device cannot be read. */
export async function findSent(id: string): Promise<SentRecord | undefined> {
  const record = await readApplication(id).catch(() => undefined);
  const sent = readSent(record?.sent);
  return sent && isSentKept(sent, Date.now()) ? sent : undefined;
}

/** Writes what was sent in place of what was sent before. Where storage is blocked, only a reload would not find it. */
export const noteSent = (record: SentRecord): Promise<void> => changeSent(record.id, () => record).catch(() => {});

/** Forgets one that the server does not know. */
export const forgetSent = (id: string): Promise<void> => changeSent(id, () => undefined).catch(() => {});

const changeSent = (id: string, change: (sent: ApplicationParts['sent']) => ApplicationParts['sent']): Promise<void> =>
  writeTo(['outbox'], ({ store }) => changeParts(store, id, ({ entry, sent }) => ({ entry, sent: change(sent) })));

/** The receipt of a processed submission; `now` stands in when the server has named no time (R7.11). */
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

/** Makes the receipt of a processed submission of what was sent; once made it stays. Nothing where nothing was noted. */
export const withReceipt =
  (submission: Submission) =>
  (stored: ApplicationParts['sent']): ApplicationParts['sent'] => {
    const sent = readSent(stored);
    if (sent === undefined || sent.reference !== undefined) return stored;
    const { reference, recordsReference, submittedAt } = receiptOf(submission, sent, new Date());
    const theirs = recordsReference === undefined ? {} : { recordsReference };
    return { ...sent, reference, ...theirs, submittedAt, at: Date.now() };
  };

/** Keeps the receipt of a processed submission whose draft stays. */
export const noteReceipt = (submission: Submission): Promise<void> =>
  changeSent(submission.id, withReceipt(submission)).catch(() => {});

const unsentSchema = v.object({ id: v.string(), applicant: v.string(), confirmedAt: v.number(), at: v.number() });
/** A confirmed application that was given up; without answers. Times are milliseconds since 1970. */
export type UnsentNote = v.InferOutput<typeof unsentSchema>;

const unsentNotes = datedNotes('unsent-applications', unsentSchema);

/** What was given up in the last 24 hours and not dismissed; older notes are removed from this device. */
export const listUnsent = (now = Date.now()): readonly UnsentNote[] => unsentNotes.list(now);

/** Notes that a confirmed application was given up, so that the person reads it on the next visit at the latest. */
export function noteUnsent({ id, applicant, confirmedAt }: Omit<UnsentNote, 'at'>, now: number): void {
  const others = unsentNotes.list(now).filter((note) => note.id !== id);
  unsentNotes.write([...others, { id, applicant, confirmedAt, at: now }]);
}

/** The person has read them. */
export const forgetUnsent = (): void => unsentNotes.write([]);
