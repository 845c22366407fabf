import { useMemo } from 'react';
import { toast } from '#components/toasts.tsx';
import { EraseButton } from '#features/desk/erase-button.tsx';
import type { DraftVariant } from '#features/drafts/draft.ts';
import { deleteWithUndo, duplicateDraft, renameDraft, undoDeletion } from '#features/drafts/draft-actions.tsx';
import { saveFailureReason } from '#features/drafts/draft-database.ts';
import type { DraftActions } from '#features/drafts/draft-row.tsx';
import { createDraft, openDraft } from '#features/drafts/open-draft.ts';
import { YourApplications } from '#features/drafts/your-applications.tsx';
import { LockLine } from '#features/shared-computer/lock-button.tsx';
import { selectOutbox } from '#features/submission/outbox/outbox-slice.ts';
import { formatExpiry } from '#features/submission/outbox/outbox-view.tsx';
import { UnsentHandoverButton } from '#features/submission/unsent-handover-button.tsx';
import { entryOf, isFilling, selectView, viewOf, viewOpened } from '#platform/view-slice.ts';
import { useAppDispatch, useAppSelector } from './hooks.ts';
import type { AppDispatch } from './store.ts';

/** The same at every render. */
const OFFER = <UnsentHandoverButton on="narrow" />;
const ELSEWHERE = 'This application is open in another tab. Rename it there.';

/** 'Your applications' and the actions of its buttons, on home and on the student forms. */
export function DraftsRegion() {
  const dispatch = useAppDispatch();
  const variant = entryOf(useAppSelector(selectView)).variant ?? 'direct';
  const actions = useMemo(() => actionsOf(dispatch, variant), [dispatch, variant]);
  const { entries } = useAppSelector(selectOutbox);
  const waiting = useMemo(() => Object.fromEntries(entries.map((entry) => [entry.id, formatExpiry(entry)])), [entries]);
  const isFormOpen = isFilling(useAppSelector(selectView));
  return (
    <>
      <YourApplications {...{ actions, waiting }} besideOpen={isFormOpen && OFFER} />
      {!isFormOpen && <LockLine />}
      <EraseButton />
    </>
  );
}

function actionsOf(dispatch: AppDispatch, variant: DraftVariant): DraftActions {
  const show = (shown: DraftVariant) => dispatch(viewOpened(viewOf(shown)));
  const open = async (id: string, shown: DraftVariant) => {
    if (await dispatch(openDraft(id))) show(shown);
  };
  const report = (failure: unknown) => toast.error(saveFailureReason(failure));
  return {
    onNew: () => void dispatch(createDraft(variant)).then((isOpen) => isOpen && show(variant)),
    onOpen: (draft) => void open(draft.id, draft.variant),
    onDelete: ({ id }) => void dispatch(deleteWithUndo(id)),
    onUndo: ({ id }) => void dispatch(undoDeletion(id)),
    onDuplicate: ({ id }) =>
      void dispatch(duplicateDraft(id)).then((copy) => copy && open(copy.id, copy.variant), report),
    onRename: ({ id }, label) =>
      void dispatch(renameDraft(id, label)).then((renamed) => renamed || toast.error(ELSEWHERE), report),
  };
}
