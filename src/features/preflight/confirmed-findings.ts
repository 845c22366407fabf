import * as v from 'valibot';
import { datedNotes } from '#platform/dated-notes.ts';
import { fingerprint } from '#platform/fingerprint.ts';
import type { PreflightFinding } from './checks.ts';

/** Which findings a person has called correct, by draft: on this device only, and without any answer. */
const noteSchema = v.object({ id: v.string(), findings: v.array(v.string()), at: v.number() });
const notes = datedNotes('confirmed-findings', noteSchema);

/** A finding under a name that changes with the answer, and does not tell it. */
export const nameOf = ({ rule, place, saw }: PreflightFinding): string => `${rule} ${place} ${fingerprint(saw)}`;

export const confirmedOf = (draftId: string, now = Date.now()): ReadonlySet<string> =>
  new Set(notes.list(now).find(({ id }) => id === draftId)?.findings);

/** Keeps which findings of a draft are correct, in place of what was kept before. */
export function keepConfirmed(draftId: string, findings: ReadonlySet<string>, now = Date.now()): void {
  const others = notes.list(now).filter(({ id }) => id !== draftId);
  notes.write(findings.size === 0 ? others : [{ id: draftId, findings: [...findings], at: now }, ...others]);
}

export const removeOldConfirmed = (now: number): void => void notes.list(now);
