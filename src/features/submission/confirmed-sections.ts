import type { Dispatch } from '@reduxjs/toolkit';
import type { ReceiptSection } from './receipt.ts';
import { submissionEvents } from './submission-slice.ts';

/**
 * What the applicant confirmed, as the receipt shows it, by the draft's id. It lives as long as the page and stays out
 * of the store: nothing there is derived from it, and a state is shown to Redux DevTools and kept in its history.
 */
const confirmed = new Map<string, readonly ReceiptSection[]>();

/** Notes it in place of an earlier confirmation; an attempt that knows none leaves what is there. */
export function noteSections(draftId: string, sections: readonly ReceiptSection[] | undefined): void {
  if (sections !== undefined) confirmed.set(draftId, sections);
}

/** What was confirmed last was not what was sent. */
export const forgetSections = (draftId: string): void => void confirmed.delete(draftId);

/** Undefined after a reload, and for the forms that show no answers on their receipts. */
export const sectionsOf = (draftId: string): readonly ReceiptSection[] | undefined => confirmed.get(draftId);

/** Nothing was sent, or all is done: the page forgets the submission and what was confirmed. */
export function endSubmission(dispatch: Dispatch, draftId: string): void {
  confirmed.delete(draftId);
  dispatch(submissionEvents.ended(draftId));
}
