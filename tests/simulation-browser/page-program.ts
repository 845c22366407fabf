import { keepView, keptView } from '#app/kept-view.ts';
import { type RootState, rootReducer } from '#app/root-reducer.ts';
import { startingState } from '#app/starting-state.ts';
import { createStore } from '#app/store.ts';
import { documentsEngine } from '#features/documents/documents-engine.ts';
import { documentsSlice, selectDraftDocuments } from '#features/documents/documents-slice.ts';
import { deleteWithUndo, duplicateDraft, undoDeletion } from '#features/drafts/draft-actions.tsx';
import { draftKept } from '#features/drafts/draft-events.ts';
import { createDraft, openDraft } from '#features/drafts/open-draft.ts';
import { takeOver } from '#features/drafts/take-over.ts';
import { openForm, watchDrafts } from '#features/drafts/watch-drafts.ts';
import { confirmApplication, retryApplication, withdrawApplication } from '#features/submission/outbox/outbox.ts';
import { resumeOutbox } from '#features/submission/outbox/resume-outbox.ts';
import { submissionSlice } from '#features/submission/submission-slice.ts';
import { api } from '#platform/api.ts';
import { followConnection } from '#platform/connection.ts';
import { hasDatabase } from '#platform/device-storage.ts';
import { whenBroughtBack } from '#platform/page-lifecycle.ts';
import { type ViewName, viewOpened } from '#platform/view-slice.ts';
import { followForm } from './page-form.ts';
import { followProgress, isUnderWay } from './page-progress.ts';

/** Evaluated for each page of a simulated device: the page without its components. */
export function startPage() {
  // As the form pages do (app/pages).
  rootReducer.inject(documentsSlice);
  rootReducer.inject(submissionSlice);
  const store = createStore({ preloadedState: startingState('home') });
  const { dispatch } = store;
  const documents = dispatch(documentsEngine());
  const form = followForm(store, (id) => void documents.open(id));

  /** What the landing page and the form pages do when they appear (app/pages). */
  function show(view: ViewName): void {
    dispatch(viewOpened(view));
    if (view === 'student-form') void dispatch(openForm('direct'));
  }

  /** As in app/entry-client.tsx. */
  async function recall(): Promise<void> {
    if (!(await hasDatabase().catch(() => false))) return;
    const view = keptView();
    if (view !== undefined && view !== 'home' && store.getState().view.current === 'home') show(view);
    void dispatch(resumeOutbox());
    void dispatch(watchDrafts());
  }
  async function bringUpToDate(): Promise<void> {
    dispatch(api.util.invalidateTags(['submission']));
    if (await hasDatabase().catch(() => false)) void dispatch(resumeOutbox());
  }
  keepView(store, false);
  dispatch(followConnection());
  followProgress(store);
  void recall();
  whenBroughtBack(() => void bringUpToDate());

  const draftId = () => store.getState().drafts.open?.id;
  return {
    getState: (): RootState => store.getState(),
    ...{ type: form.type, shown: form.shown, show },
    create: () => dispatch(createDraft('direct')),
    open: (id: string) => dispatch(openDraft(id)),
    duplicate: (id: string) => dispatch(duplicateDraft(id)),
    remove: (id: string) => dispatch(deleteWithUndo(id)),
    undo: (id: string) => dispatch(undoDeletion(id)),
    takeOver: () => dispatch(takeOver()),
    keep: () => dispatch(draftKept()),
    documents: (id: string) => selectDraftDocuments(store.getState(), id),
    attach: (id: string, slot: string, file: File) =>
      documents.attach(id, slot, file, { types: {}, pdf: true, totalBytes: 100 * 1024 * 1024 }),
    detach: (id: string, slot: string) => documents.remove(id, slot),
    isUnderWay: (id: string) => isUnderWay(store.getState(), id),
    openDocuments: (id: string) => documents.open(id),
    /** Presses 'Confirm & Submit Application' in the review of the open draft. */
    confirm() {
      form.flush();
      const { open: draft, elsewhere } = store.getState().drafts;
      if (draft === null || elsewhere || isUnderWay(store.getState(), draft.id)) return undefined;
      const listed = Object.entries(selectDraftDocuments(store.getState(), draft.id));
      const application = {
        variant: draft.variant,
        values: { ...draft.answers },
        applicant: String(draft.answers.firstName ?? ''),
        documents: listed.map(([slot, document]) => ({ ...document, slot, label: slot })),
      };
      return { id: draft.id, application, kept: dispatch(confirmApplication(draft.id, application)) };
    },
    withdraw: (id: string) => dispatch(withdrawApplication(id)),
    retry: (id: string) => dispatch(retryApplication(id)),
    draftId,
    /** Ids of drafts that were closed before they could be saved. */
  };
}
export type Program = ReturnType<typeof startPage>;
