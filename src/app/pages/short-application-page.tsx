import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect } from 'react';
import { PageShell } from '#components/page.tsx';
import { Skeleton } from '#components/skeleton.tsx';
import { AgentSelector } from '#features/agent-selector/agent-selector.tsx';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { useDocuments } from '#features/documents/use-documents.ts';
import { ShortForm } from '#features/short-application/short-form.tsx';
import { ShortProgress } from '#features/short-application/short-progress.tsx';
import { useShortSubmission } from '#features/short-application/use-short-submission.ts';
import { selectDraft, selectOpening } from '#features/student-application/application-slice.ts';
import { WizardHead } from '#features/student-application/wizard-head.tsx';
import { useSubmissionQuery } from '#features/submission/submission-api.ts';
import type { Draft } from '#lib/drafts/draft.ts';
import { startAutosave } from '../autosave.ts';
import { DemoNotice } from '../demo-notice.tsx';
import { endRestoring } from '../first-paint.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '../hooks.ts';
import { discardSaved, openLatestDraft, removeDraft } from '../open-draft.ts';
import { followView } from '../remember-view.ts';
import { rootReducer } from '../store.ts';
import { BACK_TO, viewOpened } from '../view-slice.ts';
import { ShortApplicationDocuments } from './short-application-documents.tsx';
import { WizardNotices } from './wizard-notices.tsx';

// The slice comes with the scripts of the forms that have documents.
rootReducer.inject(documentsSlice);

/** The short application: the student's details on one page, to the automation flow of spec §7. */
export function ShortApplicationPage() {
  const dispatch = useAppDispatch();
  const draft = useAppSelector(selectDraft);
  const opening = useAppSelector(selectOpening);
  useOpenShortDraft();
  return (
    <PageShell
      title="Short Application"
      intro="Leave your details now, and our admissions team writes to you. Please answer in English only: English letters, numbers and common punctuation."
      back={{ label: 'Back to home', onClick: () => dispatch(viewOpened(BACK_TO['short-form'])) }}
      head={<WizardHead />}
      notices={
        <>
          <DemoNotice />
          <WizardNotices intakesAreDefaults={false} />
        </>
      }
    >
      {draft?.variant === 'short' ? (
        <ShortApplication key={opening} draft={draft} />
      ) : (
        <Skeleton label="Opening your application" rows={6} />
      )}
    </PageShell>
  );
}

/** One draft: its form, its documents, and what becomes of it once it is sent. */
function ShortApplication({ draft }: { readonly draft: Draft }) {
  const store = useAppStore();
  const documents = useDocuments(draft.id);
  const { phase, send, edit } = useShortSubmission({ draftId: draft.id, whenUploaded: documents.whenUploaded });
  const { data: submission } = useSubmissionQuery(phase === 'sent' ? draft.id : skipToken);
  const arrived = submission?.status === 'processed';
  useEffect(() => {
    // What is saved goes at once, what is on the screen when the person has seen it.
    if (arrived) void discardSaved(store, draft.id);
  }, [store, arrived, draft.id]);
  const leave = () => {
    store.dispatch(viewOpened('home'));
    void documents.forget({ onServer: false }).then(() => removeDraft(store, draft.id));
  };
  return (
    <>
      <ShortForm
        answers={draft.answers}
        agentSelector={AgentSelector}
        documents={<ShortApplicationDocuments draftId={draft.id} />}
        submitting={phase !== 'editing'}
        onSend={send}
      />
      {phase === 'sent' && <ShortProgress submission={submission} onRetry={edit} onDone={leave} />}
    </>
  );
}

/** Brings the latest short application to the screen, or a new one, and looks after its saving. */
function useOpenShortDraft(): void {
  const store = useAppStore();
  useEffect(() => {
    followView(store);
    void openLatestDraft(store, 'short').finally(endRestoring);
    return startAutosave(store);
  }, [store]);
}
