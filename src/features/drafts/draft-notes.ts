import * as v from 'valibot';
import { DAY_MS } from '#platform/age.ts';
import { datedNotes } from '#platform/dated-notes.ts';
import { DRAFT_VARIANTS, type Draft } from './draft.ts';

/** A person may come back after a holiday. A note does not say whose application it was. */
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

/** Applications that have ended on this device, until the person dismisses the notice. */
export const listEnded = (now = Date.now()): readonly EndedNote[] => endedNotes.list(now);

/**
 * Notes that a draft was deleted because its 24 hours were over. A draft that went to another device continues there.
 */
export function noteEnded({ id, variant, createdAt, changedAt }: Omit<EndedNote, 'at'> & Pick<Draft, 'id'>): void {
  if (findHandover(id)?.state === 'taken') return;
  const now = Date.now();
  const others = listEnded(now).filter((note) => note.createdAt !== createdAt || note.changedAt !== changedAt);
  endedNotes.write([...others, { variant, createdAt, changedAt, at: now }]);
}

/** The person has read them. */
export const forgetEnded = (): void => endedNotes.write([]);

/*
 * Drafts that go to another device, and drafts that came from one. These notes stay out of the store: `writer` can
 * withdraw the draft, and `claim` can read it.
 */

/** A draft that another device can open, or has opened. */
const handoverSchema = v.object({
  /** The draft's. */
  id: v.string(),
  /** The id of the handover. */
  relay: v.string(),
  writer: v.string(),
  state: v.picklist(['offered', 'taken']),
  /** Milliseconds since 1970. */
  at: v.number(),
});
/** A draft that this device takes, or has taken. */
const claimedSchema = v.object({ relay: v.string(), claim: v.string(), draftId: v.string(), at: v.number() });

export type HandoverNote = v.InferOutput<typeof handoverSchema>;
export type ClaimedNote = v.InferOutput<typeof claimedSchema>;
/** `offered`: another device can open it. `taken`: another device has opened it. */
export type HandoverState = HandoverNote['state'];

const notes = datedNotes('handovers', v.union([handoverSchema, claimedSchema]));
const isHandover = (note: HandoverNote | ClaimedNote): note is HandoverNote => 'writer' in note;

export const listHandovers = (now = Date.now()): readonly HandoverNote[] => notes.list(now).filter(isHandover);
export const findHandover = (id: string): HandoverNote | undefined => listHandovers().find((note) => note.id === id);
export const listClaimed = (now = Date.now()): readonly ClaimedNote[] =>
  notes.list(now).flatMap((note) => (isHandover(note) ? [] : [note]));
export const findClaimed = (relay: string): ClaimedNote | undefined =>
  listClaimed().find((note) => note.relay === relay);

/** Replaces an earlier note. Returns whether it was written: storage may be blocked or full. */
export function noteHandover(note: HandoverNote): boolean {
  notes.write([note, ...notes.list(note.at).filter((other) => !isHandover(other) || other.id !== note.id)]);
  return findHandover(note.id)?.relay === note.relay;
}

export function noteClaimed(note: ClaimedNote): boolean {
  notes.write([note, ...notes.list(note.at).filter((other) => isHandover(other) || other.relay !== note.relay)]);
  return findClaimed(note.relay)?.claim === note.claim;
}

/** The draft can be changed here again. */
export const forgetHandover = (id: string): void =>
  notes.write(notes.list(Date.now()).filter((note) => !isHandover(note) || note.id !== id));

export const removeOldHandovers = (now: number): void => void notes.list(now);

/** The state of each handover, by the id of its draft. */
export const handoverStates = (): Readonly<Record<string, HandoverState>> =>
  Object.fromEntries(listHandovers().map(({ id, state }) => [id, state]));
