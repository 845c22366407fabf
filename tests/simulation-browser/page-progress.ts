import type { RootState } from '#app/root-reducer.ts';
import type { AppStore } from '#app/store.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { discardSaved, removeDraft } from '#features/drafts/remove-draft.ts';
import { findSent, withReceipt } from '#features/submission/sent-records.ts';
import { submissionApi } from '#features/submission/submission-api.ts';
import { endSubmission, selectSubmissionEntry, submissionEvents } from '#features/submission/submission-slice.ts';
import { isFilling, viewOpened } from '#platform/view-slice.ts';

const { initiate, select } = submissionApi.endpoints.submission;

/** Whether the Submit button shows the progress instead of sending (`statusOf` in use-submission.tsx). */
export function isUnderWay(state: RootState, id: string): boolean {
  const phase = selectSubmissionEntry(state, id)?.phase;
  if (phase === undefined || phase === 'failed') return false;
  const submission = select(id)(state).data;
  return phase === 'asked' ? submission !== undefined && submission.status !== 'error' : submission?.status !== 'error';
}

/**
 * The progress next to the form (features/submission/use-submission.tsx) without its hooks: finds what was sent,
 * follows it to its end, and closes it immediately.
 */
export function followProgress({ getState, dispatch, subscribe }: AppStore): void {
  let following: { readonly id: string; readonly stop: () => void } | undefined;
  let looked: string | undefined;
  let ended: string | undefined;

  function end(submission: Submission): void {
    const { id } = submission;
    ended = id;
    void dispatch(discardSaved(id, withReceipt(submission))).then(async () => {
      endSubmission(dispatch, id);
      await dispatch(removeDraft(id));
      dispatch(viewOpened('home'));
    });
  }

  function render(): void {
    const { drafts, view } = getState();
    const id = isFilling(view.current) && !drafts.elsewhere ? drafts.open?.id : undefined;
    if (following && following.id !== id) {
      following.stop();
      following = undefined;
    }
    if (id === undefined) return;
    if (looked !== id)
      void findSent(id).then((sent) => sent && dispatch(submissionEvents.foundAgain({ draftId: id, sent })));
    looked = id;
    const phase = selectSubmissionEntry(getState(), id)?.phase;
    if (phase !== 'followed' && phase !== 'asked') return;
    if (following === undefined) {
      const subscription = dispatch(initiate(id, { subscriptionOptions: { refetchOnReconnect: true } }));
      following = { id, stop: subscription.unsubscribe };
    }
    const submission = select(id)(getState()).data;
    if (submission?.status === 'processed' && ended !== id) end(submission);
  }
  subscribe(() => queueMicrotask(render));
}
