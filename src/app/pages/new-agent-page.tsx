import { ReadOnly } from '#components/section.tsx';
import { Skeleton } from '#components/skeleton.tsx';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { selectDraft, selectElsewhere, selectOpening } from '#features/drafts/drafts-slice.ts';
import { AgencyApplication } from '#features/forms/agency/agency-application.tsx';
import { AgencyHead } from '#features/forms/agency/agency-head.tsx';
import { FlowBanner } from '#features/forms/agency/flow-banner.tsx';
import { submissionSlice } from '#features/submission/submission-slice.ts';
import { UnsentHandoverButton } from '#features/submission/unsent-handover-button.tsx';
import { useAppSelector } from '../hooks.ts';
import { rootReducer } from '../root-reducer.ts';
import { ViewShell } from '../view-shell.tsx';
import { useOpenDraft } from './use-open-draft.ts';
import { WizardNotices } from './wizard-notices.tsx';

// Slices that only the forms need come with the forms' scripts.
rootReducer.inject(documentsSlice);
rootReducer.inject(submissionSlice);

const OFFLINE =
  'You can continue. We save your answers on this device. We will send what you submit when you are online again.';

/** 'New Agent Application Form': an agency registers. */
export function NewAgentPage() {
  const draft = useAppSelector(selectDraft);
  const elsewhere = useAppSelector(selectElsewhere);
  const opening = useAppSelector(selectOpening);
  useOpenDraft('agency');
  return (
    <ViewShell
      view="new-agent"
      head={<AgencyHead />}
      notices={
        <>
          <FlowBanner />
          <WizardNotices offline={OFFLINE} withLine={false} />
        </>
      }
    >
      {draft?.variant === 'agency' ? (
        <ReadOnly when={elsewhere}>
          <AgencyApplication key={opening} draft={draft} />
        </ReadOnly>
      ) : (
        <Skeleton label="Opening your application" rows={6} />
      )}
      <UnsentHandoverButton on="narrow" />
    </ViewShell>
  );
}
