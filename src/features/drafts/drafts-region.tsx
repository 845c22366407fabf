import { useMemo } from 'react';
import { useAppSelector, useAppStore } from '#app/hooks.ts';
import type { AppStore } from '#app/store.ts';
import { toast } from '#components/toast.ts';
import { selectOutbox } from '#features/submission/outbox/outbox-slice.ts';
import { keptUntil } from '#features/submission/outbox/outbox-view.tsx';
import { entryOf, selectView, viewOf, viewOpened } from '#platform/view-slice.ts';
import { duplicateDraft, renameDraft } from './arrange-drafts.ts';
import { deleteWithUndo, undoDeletion } from './delete-with-undo.tsx';
import type { DraftVariant } from './draft.ts';
import type { DraftActions } from './draft-more.tsx';
import { createDraft, openDraft } from './open-draft.ts';
import { saveFailureReason } from './save-failure.ts';
import { YourApplications } from './your-applications.tsx';

const TOAST_MS = 6000;
const ELSEWHERE = 'This application is open in another tab. Rename it there.';

/** 'Your applications' with what its buttons do: on home, and on the student forms. */
export function DraftsRegion() {
  const store = useAppStore();
  const variant = entryOf(useAppSelector(selectView)).variant ?? 'direct';
  const actions = useMemo(() => actionsOf(store, variant), [store, variant]);
  const { entries } = useAppSelector(selectOutbox);
  const waiting = useMemo(() => Object.fromEntries(entries.map((entry) => [entry.id, keptUntil(entry)])), [entries]);
  return <YourApplications {...{ actions, waiting }} />;
}

function actionsOf(store: AppStore, variant: DraftVariant): DraftActions {
  const show = (shown: DraftVariant) => store.dispatch(viewOpened(viewOf(shown)));
  const open = async (id: string, shown: DraftVariant) => {
    if (await openDraft(store, id)) show(shown);
  };
  const report = (failure: unknown) => toast.error(saveFailureReason(failure), { duration: TOAST_MS });
  return {
    onNew: () => void createDraft(store, variant).then(() => show(variant)),
    onOpen: (draft) => void open(draft.id, draft.variant),
    onDelete: ({ id }) => void deleteWithUndo(store, id),
    onUndo: ({ id }) => void undoDeletion(store, id),
    onDuplicate: ({ id }) => void duplicateDraft(store, id).then((copy) => copy && open(copy.id, copy.variant), report),
    onRename: ({ id }, label) =>
      void renameDraft(store, id, label).then(
        (renamed) => renamed || toast.error(ELSEWHERE, { duration: TOAST_MS }),
        report,
      ),
  };
}
