import { addListener } from '@reduxjs/toolkit';
import type { SubmissionKind } from '#domain/submission/stages.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { draftDeleted } from '#features/drafts/draft-events.ts';
import { removeDraft } from '#features/drafts/remove-draft.ts';
import { draftTabs } from '#features/drafts/tabs.ts';
import { isNotFound } from '#platform/api.ts';
import { isFilling } from '#platform/view-slice.ts';
import { deleteSent, withReceipt } from '../sent-records.ts';
import { pollingOf, submissionApi } from '../submission-api.ts';
import type {
  SubmissionDispatch,
  SubmissionRoot,
  SubmissionServices,
  SubmissionThunk,
} from '../submission-services.ts';
import { submissionEvents } from '../submission-slice.ts';
import {
  type OutboxSummary,
  outboxEvents,
  type ProcessingApplication,
  selectOutbox,
  selectSentOf,
} from './outbox-slice.ts';

const addSubmissionListener = addListener.withTypes<SubmissionRoot, SubmissionDispatch, SubmissionServices>();
const { initiate, select } = submissionApi.endpoints.submission;

/** Polls an accepted application until it is processed, on every view. */
export const followSent =
  ({ id, applicant }: ProcessingApplication): SubmissionThunk =>
  (dispatch, getState) => {
    if (selectOutbox(getState()).processing.some((one) => one.id === id)) return;
    dispatch(outboxEvents.processingStarted({ id, applicant }));
  };

/**
 * On `processingStarted`: polls the submission until it is processed. Then saves its receipt and removes its draft, unless its
 * form is open in this tab or another: the form then does both.
 */
export const followUnderWay = () =>
  addSubmissionListener({
    actionCreator: outboxEvents.processingStarted,
    async effect({ payload: { id } }, { dispatch, getState, condition, extra: { outbox } }) {
      const known = () => select(id)(getState());
      const following = dispatch(initiate(id, { subscriptionOptions: pollingOf(known()) }));
      await following;
      while (!isProcessed(getState(), id) && !isUnknown(getState(), id)) {
        const { data, error } = known();
        following.updateSubscriptionOptions(pollingOf({ data, error }));
        await condition(() => known().data !== data || known().error !== error);
      }
      const submission = known().data;
      following.unsubscribe();
      if (submission === undefined) await deleteSent(id);
      else if (!isOnScreen(getState(), id, submission.kind)) await dispatch(endDraft(submission));
      dispatch(outboxEvents.ended(id));
      await outbox?.refresh();
    },
  });

const isProcessed = (state: SubmissionRoot, id: string): boolean => select(id)(state).data?.status === 'processed';

function isUnknown(state: SubmissionRoot, id: string): boolean {
  const { data, error } = select(id)(state);
  return data === undefined && isNotFound(error);
}

/** Whether the form of the application is open. The agency's form may still be loading it. */
function isOnScreen({ view, drafts }: SubmissionRoot, id: string, kind: SubmissionKind): boolean {
  if (kind === 'agent') return view.current === 'new-agent';
  return isFilling(view.current) && drafts.open?.id === id;
}

const endDraft =
  (submission: Submission): SubmissionThunk<Promise<void>> =>
  async (dispatch) => {
    if (!(await dispatch(draftTabs()).acquire(submission.id))) return;
    await dispatch(removeDraft(submission.id, draftDeleted, withReceipt(submission)));
  };

/**
 * Another tab has sent entries. If the form of one is open here, it shows the progress, as if this tab had sent it.
 * `before`: the queued entries until now.
 */
export const showSentElsewhere =
  (before: readonly OutboxSummary[]): SubmissionThunk =>
  (dispatch, getState) => {
    const waiting = new Set(selectOutbox(getState()).entries.map(({ id }) => id));
    for (const { id, variant } of before) {
      const sent = waiting.has(id) ? undefined : selectSentOf(getState(), id);
      if (sent && isOnScreen(getState(), id, variant === 'agency' ? 'agent' : 'student'))
        dispatch(submissionEvents.accepted({ draftId: id, sent }));
    }
  };
