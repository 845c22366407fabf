import * as v from 'valibot';
import { datedNotes } from '#platform/dated-notes.ts';
import { fingerprint } from '#platform/fingerprint.ts';
import type { PreflightFinding } from './checks.ts';

/** The findings that were marked as correct, by draft: on this device only, and without answers. */
const noteSchema = v.object({ id: v.string(), findings: v.array(v.string()), at: v.number() });
const notes = datedNotes('confirmed-findings', noteSchema);

/** The key of a finding: it changes with the answer, but does not contain it. */
export const nameOf = ({ rule, place, saw }: PreflightFinding): string => `${rule} ${place} ${fingerprint(saw)}`;

export const confirmedOf = (draftId: string, now = Date.now()): ReadonlySet<string> =>
  new Set(notes.list(now).find(({ id }) => id === draftId)?.findings);

/** Saves the findings of a draft that are marked as correct, in place of earlier ones. */
export function keepConfirmed(draftId: string, findings: ReadonlySet<string>, now = Date.now()): void {
  const others = notes.list(now).filter(({ id }) => id !== draftId);
  notes.write(findings.size === 0 ? others : [{ id: draftId, findings: [...findings], at: now }, ...others]);
}

export const removeOldConfirmed = (now: number): void => void notes.list(now);
