import * as v from 'valibot';
import { datedNotes } from '#platform/dated-notes.ts';

const document = v.object({ label: v.string(), name: v.string(), size: v.number(), sha256: v.optional(v.string()) });
const sentSchema = v.object({
  id: v.string(),
  applicant: v.string(),
  documents: v.array(document),
  applicationId: v.exactOptional(v.string()),
  /** Milliseconds since 1970. */
  at: v.number(),
  /** Of a processed submission only. */
  reference: v.optional(v.string()),
  submittedAt: v.optional(v.string()),
});
/** An application that left this browser: how it is found again after a reload, and its receipt afterwards. */
export type SentRecord = v.InferOutput<typeof sentSchema>;

const notes = datedNotes('sent-applications', sentSchema);

/**
 * Every application sent from this browser in the last 24 hours, the newest first. No answers are among it. What is older
 * is removed from this device (contract §7 "Screens": the rest of the 24 hours).
 */
export const listSent = (now = Date.now()): readonly SentRecord[] => notes.list(now);

/** The clock was set: the 24 hours of each begin at `now`. */
export const renewSent = (now: number): void => notes.renew(now);

export const findSent = (id: string): SentRecord | undefined => listSent().find((record) => record.id === id);

/**
 * Notes an application in place of what was noted of it. Where storage is blocked it is sent all the same; only a reload
 * would not find it again.
 */
export function noteSent(record: SentRecord): void {
  notes.write([record, ...listSent().filter(({ id }) => id !== record.id)]);
}

/** Forgets one that the server does not know. */
export function forgetSent(id: string): void {
  notes.write(listSent().filter((record) => record.id !== id));
}
