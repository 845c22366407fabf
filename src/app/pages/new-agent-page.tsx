import { useEffect, useMemo } from 'react';
import { useSelector, useStore } from 'react-redux';
import { Skeleton } from '#components/status.tsx';
import { PDF_ONLY } from '#components/upload/accepted-files.ts';
import { AGENT_INTRODUCTION } from '#domain/agency/introduction.ts';
import { AttachedDocument } from '#features/documents/attached-document.tsx';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { useDocuments } from '#features/documents/use-documents.ts';
import { AgentApplication } from '#features/forms/agency/agent-application.tsx';
import { ElsewhereNotice } from '#features/forms/agency/elsewhere-notice.tsx';
import { FlowBanner } from '#features/forms/agency/flow-banner.tsx';
import { keepRegistration, openRegistration, takeOverRegistration } from '#features/forms/agency/keep-registration.ts';
import type { Registration } from '#features/forms/agency/registration.ts';
import { RegistrationHead } from '#features/forms/agency/registration-head.tsx';
import {
  registrationSlice,
  selectElsewhere,
  selectOpening,
  selectRegistration,
  type WithRegistration,
} from '#features/forms/agency/registration-slice.ts';
import { useRegistrationSubmission } from '#features/forms/agency/use-registration-submission.ts';
import { submissionSlice } from '#features/submission/submission-slice.ts';
import { useAppStore } from '../hooks.ts';
import { OfflineNotice } from '../notices.tsx';
import { followView } from '../remember-view.ts';
import { rootReducer } from '../root-reducer.ts';
import { ViewShell } from '../view-shell.tsx';

// Slices that only this form needs come with its own scripts.
rootReducer.inject(documentsSlice);
rootReducer.inject(registrationSlice);
rootReducer.inject(submissionSlice);

const { slot, label, maxBytes } = AGENT_INTRODUCTION;
const LIMITS = { types: PDF_ONLY, pdf: true, maxBytes, totalBytes: maxBytes };

/** 'New Agent Application Form': an agency registers. Half-filled it waits on this device, with its document. */
export function NewAgentPage() {
  const registration = useSelector(selectRegistration);
  const opening = useSelector(selectOpening);
  const store = useStore<WithRegistration>();
  useOpenRegistration();
  return (
    <ViewShell
      view="new-agent"
      head={<RegistrationHead />}
      notices={
        <>
          <FlowBanner />
          <ElsewhereNotice onTakeOver={() => void takeOverRegistration(store)} />
          <OfflineNotice>
            Go on filling. Your answers are saved on this device, and what you submit is sent when the connection is
            back.
          </OfflineNotice>
        </>
      }
    >
      {registration ? (
        <OpenRegistration key={opening} registration={registration} />
      ) : (
        <Skeleton label="Opening your application" rows={6} />
      )}
    </ViewShell>
  );
}

/** Brings back what waits on this device, and looks after its saving. */
function useOpenRegistration(): void {
  const appStore = useAppStore();
  const store = useStore<WithRegistration>();
  useEffect(() => {
    followView(appStore);
    const stop = keepRegistration(store);
    void openRegistration(store);
    return stop;
  }, [appStore, store]);
}

/** The form with its document, which lives with all others under the registration's id. */
function OpenRegistration({ registration }: { readonly registration: Registration }) {
  const { id } = registration;
  const { engine, bySlot } = useDocuments(id);
  const document = bySlot[slot];
  const introduction = useMemo(
    () => ({
      attach: (file: File) => engine.attach(id, slot, file, LIMITS),
      attached:
        document &&
        ((onReplace: () => void) => (
          <AttachedDocument {...{ draftId: id, slot, label, document, onReplace }} disabled={false} />
        )),
    }),
    [engine, id, document],
  );
  const elsewhere = useSelector(selectElsewhere);
  const { confirm, line, earlier, done } = useRegistrationSubmission(registration);
  const leave = () => {
    void done();
    window.scrollTo(0, 0);
  };
  return (
    <div inert={elsewhere}>
      <AgentApplication {...{ registration, introduction, line, earlier }} onSubmit={confirm} onDone={leave} />
    </div>
  );
}
