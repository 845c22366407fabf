import { useEffect } from 'react';
import { useAppDispatch, useAppStore } from '#app/hooks.ts';
import type { SubmissionKind } from '#domain/submission/stages.ts';
import { useDocuments } from '#features/documents/use-documents.ts';
import { discardSaved, removeDraft } from '#features/drafts/open-draft.ts';
import { viewOpened } from '#platform/view-slice.ts';
import { useCourier } from './outbox/use-courier.tsx';
import { useSubmission } from './use-submission.ts';

/**
 * The submission of the draft that stands on the screen, through the outbox: its progress, its documents, where it
 * stands in the line, and `done`, which ends the draft and leads home.
 */
export function useDraftSubmission(draftId: string, kind: SubmissionKind) {
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const documents = useDocuments(draftId);
  const { courier, line } = useCourier(draftId);
  const progress = useSubmission(draftId, courier, kind);
  const { status } = progress;
  useEffect(() => {
    // It arrived: what is saved goes at once, what is on the screen when the person has seen it.
    if (status === 'processed') void discardSaved(store, draftId);
  }, [store, status, draftId]);
  const done = async () => {
    progress.reset();
    await documents.forget();
    await removeDraft(store, draftId);
    dispatch(viewOpened('home'));
  };
  return { progress, documents, line, done };
}
