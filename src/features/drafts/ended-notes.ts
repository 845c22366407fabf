import * as v from 'valibot';
import { DAY_MS } from '#platform/age.ts';
import { datedNotes } from '#platform/dated-notes.ts';
import { DRAFT_VARIANTS, type Draft } from './draft.ts';
import { findGiven } from './handover-notes.ts';

/** A person may come back after a holiday; nothing in a note says whose application it was. */
const LIFE_MS = 30 * DAY_MS;

const endedSchema = v.object({
  variant: v.picklist(DRAFT_VARIANTS),
  /** Milliseconds since 1970, as all times here. */
  createdAt: v.number(),
  changedAt: v.number(),
  /** When it was deleted from this device. */
  at: v.number(),
});
/** An application whose 24 hours are over, without its id and its answers. */
export type EndedNote = v.InferOutput<typeof endedSchema>;

const endedNotes = datedNotes('ended-applications', endedSchema, LIFE_MS);

/** What has ended on this device and was not dismissed. */
export const listEnded = (now = Date.now()): readonly EndedNote[] => endedNotes.list(now);

/** Notes that a draft was deleted since its 24 hours were over. One that went to another device goes on there. */
export function noteEnded({ id, variant, createdAt, changedAt }: Omit<EndedNote, 'at'> & Pick<Draft, 'id'>): void {
  if (findGiven(id)?.state === 'taken') return;
  const now = Date.now();
  const others = listEnded(now).filter((note) => note.createdAt !== createdAt || note.changedAt !== changedAt);
  endedNotes.write([...others, { variant, createdAt, changedAt, at: now }]);
}

/** The person has read them. */
export const forgetEnded = (): void => endedNotes.write([]);
