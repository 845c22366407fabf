import type { Answers, FormContext } from '#domain/form/form.ts';
import { validate } from '#domain/form/validate.ts';
import { missingDocuments } from '#domain/student/documents.ts';
import { studentForm } from '#domain/student/form.ts';
import { documentsEngine } from '#features/documents/documents-engine.ts';
import { selectDraftDocuments } from '#features/documents/documents-slice.ts';
import { draftTabs } from '#features/drafts/connect-tabs.ts';
import type { Draft } from '#features/drafts/draft.ts';
import { findGiven } from '#features/drafts/handover-notes.ts';
import { findDraft } from '#features/drafts/list-drafts.ts';
import { flushDraft } from '#features/drafts/save-draft.ts';
import { selectOutbox } from '#features/submission/outbox/outbox-slice.ts';
import type { SubmissionThunk } from '#features/submission/submission-services.ts';

const ELSEWHERE = 'Open in another tab';
const GONE = 'No longer on this device';
const HANDED_OVER = 'Continued on another device';
const UNDER_WAY = 'Already confirmed';

/**
 * Makes a draft this tab's for the time of its review, with its documents. Resolves with the draft, or with why it cannot
 * be submitted now, in words; then nothing of it is held.
 */
export const takeForReview =
  (id: string, context: FormContext): SubmissionThunk<Promise<Draft | string>> =>
  async (dispatch, getState) => {
    const isOpenHere = () => getState().application.draft?.id === id;
    if (isOpenHere() && !getState().application.elsewhere) await dispatch(flushDraft());
    else if (!(await dispatch(draftTabs()).hold(id))) return ELSEWHERE;
    const refuse = (why: string) => {
      dispatch(letGoAfterReview(id));
      return why;
    };
    if (findGiven(id) !== undefined) return refuse(HANDED_OVER);
    if (selectOutbox(getState()).entries.some((entry) => entry.id === id)) return refuse(UNDER_WAY);
    const draft = await dispatch(findDraft(id));
    if (draft === undefined) return refuse(GONE);
    // The page may have read them before another tab has changed them.
    await dispatch(documentsEngine()).refresh(id);
    const why = whyNotNow(draft.answers, Object.keys(selectDraftDocuments(getState(), id)), context);
    return why === undefined ? draft : refuse(why);
  };

/** The review of a draft is over: other tabs may have it, unless it stands on the form of this one. */
export const letGoAfterReview =
  (id: string): SubmissionThunk =>
  (dispatch, getState) => {
    if (getState().application.draft?.id !== id) dispatch(draftTabs()).release(id);
  };

/** What keeps an application from being submitted, in the form's own words; undefined where nothing does. */
export function whyNotNow(answers: Answers, slots: readonly string[], context: FormContext): string | undefined {
  const [first, ...others] = Object.values(validate(studentForm, answers, context));
  if (first !== undefined) return others.length === 0 ? first : `${first}, and ${others.length} more`;
  const missing = missingDocuments(slots, answers);
  return missing.length === 0 ? undefined : `Missing required documents: ${missing.join(', ')}`;
}
