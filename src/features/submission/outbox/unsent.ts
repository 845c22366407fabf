import * as v from 'valibot';
import { datedNotes } from '#platform/dated-notes.ts';
import type { OutboxEntry } from './entry.ts';

const unsentSchema = v.object({ id: v.string(), applicant: v.string(), confirmedAt: v.number(), at: v.number() });
/** A confirmed application that was given up; without answers. Times are milliseconds since 1970. */
export type UnsentNote = v.InferOutput<typeof unsentSchema>;

const notes = datedNotes('unsent-applications', unsentSchema);

/** What was given up in the last 24 hours and nobody has put aside; older notes are removed from this device. */
export const listUnsent = (now = Date.now()): readonly UnsentNote[] => notes.list(now);

/** Notes that a confirmed application was given up, so that the person is told whenever they come. */
export function noteUnsent({ id, applicant, confirmedAt }: OutboxEntry, now: number): void {
  notes.write([...notes.list(now).filter((note) => note.id !== id), { id, applicant, confirmedAt, at: now }]);
}

/** The person has read them. */
export const forgetUnsent = (): void => notes.write([]);

/** The clock was set: the 24 hours of each begin at `now`. */
export const renewUnsent = (now: number): void => notes.renew(now);
