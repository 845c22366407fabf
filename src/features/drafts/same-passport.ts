import { createSelector } from '@reduxjs/toolkit';
import { studentName } from './draft.ts';
import type { DraftSummary } from './draft-summary.ts';
import { selectDrafts } from './drafts-slice.ts';

/** What a draft is called: by the person, else by the student's name. */
export const nameOf = (draft: DraftSummary): string => draft.label || studentName(draft) || 'Unnamed student';

/** However it was typed. */
const normalised = (passport: string): string => passport.replaceAll(/[\s-]/g, '').toUpperCase();

/** Draft id → the name of another draft with the same passport number: one student twice, or a slip of the hand. */
export const selectSamePassport = createSelector([selectDrafts], (drafts): Readonly<Record<string, string>> => {
  const byNumber = new Map<string, readonly DraftSummary[]>();
  for (const draft of Object.values(drafts)) {
    const number = normalised(draft.passportNumber);
    if (number !== '') byNumber.set(number, [...(byNumber.get(number) ?? []), draft]);
  }
  const twins: Record<string, string> = {};
  for (const [first, second, ...others] of byNumber.values()) {
    if (first === undefined || second === undefined) continue;
    twins[first.id] = nameOf(second);
    for (const { id } of [second, ...others]) twins[id] = nameOf(first);
  }
  return twins;
});
