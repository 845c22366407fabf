import { ReadOnly } from '#components/section.tsx';
import { Skeleton } from '#components/skeleton.tsx';
import { styled } from '#components/styled.ts';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { selectDraft, selectElsewhere, selectOpening } from '#features/drafts/drafts-slice.ts';
import { ShortApplication } from '#features/forms/short/short-application.tsx';
import { WizardHead } from '#features/forms/student/wizard-head.tsx';
import { WaitingRegion } from '#features/submission/outbox/outbox-view.tsx';
import { submissionSlice } from '#features/submission/submission-slice.ts';
import { DraftsRegion } from '../drafts-region.tsx';
import { useAppSelector } from '../hooks.ts';
import { DemoNotice } from '../notices.tsx';
import { rootReducer } from '../root-reducer.ts';
import { ViewShell } from '../view-shell.tsx';
import { useOpenDraft } from './use-open-draft.ts';
import { WizardNotices } from './wizard-notices.tsx';

// Slices that only the forms need come with the forms' scripts.
rootReducer.inject(documentsSlice);
rootReducer.inject(submissionSlice);

const Below = styled('div', { base: { display: 'grid', gap: '4', marginTop: '8' } });

/** The short application: the student's details on one page, to its automation flow (R9.13). */
export function ShortApplicationPage() {
  const draft = useAppSelector(selectDraft);
  const elsewhere = useAppSelector(selectElsewhere);
  const opening = useAppSelector(selectOpening);
  useOpenDraft('short');
  return (
    <ViewShell
      view="short-form"
      head={<WizardHead />}
      notices={
        <>
          <DemoNotice />
          <WizardNotices />
        </>
      }
    >
      {draft?.variant === 'short' ? (
        <ReadOnly when={elsewhere}>
          <ShortApplication key={opening} draft={draft} />
        </ReadOnly>
      ) : (
        <Skeleton label="Opening your application" rows={6} />
      )}
      {draft?.variant === 'short' && (
        <Below>
          <WaitingRegion />
          <DraftsRegion />
        </Below>
      )}
    </ViewShell>
  );
}
