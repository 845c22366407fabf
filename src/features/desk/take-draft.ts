import type { Answers, FormContext } from '#domain/form/form.ts';
import { validate } from '#domain/form/validate.ts';
import { missingDocuments } from '#domain/student/documents.ts';
import { studentForm } from '#domain/student/form.ts';
import { documentsEngine } from '#features/documents/documents-engine.ts';
import { selectDraftDocuments } from '#features/documents/documents-slice.ts';
import type { Draft } from '#features/drafts/draft.ts';
import { findHandover } from '#features/drafts/draft-notes.ts';
import { findDraft } from '#features/drafts/list-drafts.ts';
import { flushDraft } from '#features/drafts/save-draft.ts';
import { draftTabs } from '#features/drafts/tabs.ts';
import { selectOutbox } from '#features/submission/outbox/outbox-slice.ts';
import type { SubmissionThunk } from '#features/submission/submission-services.ts';

const ELSEWHERE = 'This application is open in another tab. Close that tab and try again';
export const GONE = 'This device no longer has this application';
export const HANDED_OVER = 'You continued this application on another device';
export const UNDER_WAY = 'You have already confirmed this application';

/**
 * Takes the lock of a draft for this tab, and reads its documents from the disk. Resolves with the draft, after which
 * `releaseDraft` must follow, or with the reason in words, without the lock.
 */
export const takeDraft =
  (id: string): SubmissionThunk<Promise<Draft | string>> =>
  async (dispatch, getState) => {
    const { open, elsewhere } = getState().drafts;
    if (open?.id === id && !elsewhere) await dispatch(flushDraft());
    else if (!(await dispatch(draftTabs()).acquire(id))) return ELSEWHERE;
    const isConfirmed = selectOutbox(getState()).entries.some((entry) => entry.id === id);
    const why = findHandover(id) ? HANDED_OVER : isConfirmed ? UNDER_WAY : undefined;
    const draft = why ?? (await dispatch(findDraft(id))) ?? GONE;
    if (typeof draft === 'string') dispatch(releaseDraft(id));
    // The page may have read them before another tab has changed them.
    else await dispatch(documentsEngine()).refresh(id);
    return draft;
  };

/** Other tabs may have the draft, unless it is open on the form of this one. */
export const releaseDraft =
  (id: string): SubmissionThunk =>
  (dispatch, getState) => {
    if (getState().drafts.open?.id !== id) dispatch(draftTabs()).release(id);
  };

/** Takes a draft that can be submitted now, or resolves with why it cannot, in words. */
export const takeForReview =
  (id: string, context: FormContext): SubmissionThunk<Promise<Draft | string>> =>
  async (dispatch, getState) => {
    const draft = await dispatch(takeDraft(id));
    if (typeof draft === 'string') return draft;
    const why = whyNotNow(draft.answers, Object.keys(selectDraftDocuments(getState(), id)), context);
    if (why === undefined) return draft;
    dispatch(releaseDraft(id));
    return why;
  };

/** Why an application cannot be submitted, in the form's own words. Undefined if it can. */
export function whyNotNow(answers: Answers, slots: readonly string[], context: FormContext): string | undefined {
  const [first, ...others] = Object.values(validate(studentForm, answers, context));
  if (first !== undefined) return others.length === 0 ? first : `${first}, and ${others.length} more`;
  const missing = missingDocuments(slots, answers);
  return missing.length === 0 ? undefined : `Missing required documents: ${missing.join(', ')}`;
}
