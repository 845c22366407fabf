import { useEffect, useRef, useState } from 'react';
import { Skeleton } from '#components/skeleton.tsx';
import { styled } from '#components/styled.ts';
import { toast } from '#components/toasts.tsx';
import type { Variant } from '#domain/form/form.ts';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { selectAnyListed, selectElsewhere, selectOpening, selectStatus } from '#features/drafts/drafts-slice.ts';
import { ApplicationForm } from '#features/forms/student/application-form.tsx';
import { BeforeStart } from '#features/forms/student/before-start.tsx';
import { useLists } from '#features/forms/student/lists.ts';
import type { ReaderStep } from '#features/forms/student/wizard.tsx';
import { WizardHead } from '#features/forms/student/wizard-head.tsx';
import { WaitingRegion } from '#features/submission/outbox/outbox-view.tsx';
import { submissionSlice } from '#features/submission/submission-slice.ts';
import { viewOf } from '#platform/view-slice.ts';
import { DraftsRegion } from '../drafts-region.tsx';
import { useAppSelector } from '../hooks.ts';
import { DemoNotice } from '../notices.tsx';
import { rootReducer } from '../root-reducer.ts';
import { useKeptScroll } from '../use-kept-scroll.ts';
import { ViewShell } from '../view-shell.tsx';
import { useOpenDraft } from './use-open-draft.ts';
import { WizardNotices } from './wizard-notices.tsx';

// Slices that only the forms need come with the forms' scripts.
rootReducer.inject(documentsSlice);
rootReducer.inject(submissionSlice);

/** The student application, filled in by the student. */
export const DirectApplicationPage = () => <StudentApplicationPage variant="direct" />;
/** The same, filled in by a current agent, with the agent selector in step 1. */
export const AgentApplicationPage = () => <StudentApplicationPage variant="agent" />;

const Below = styled('div', { base: { display: 'grid', gap: '4', marginTop: '8' } });

function StudentApplicationPage({ variant }: { readonly variant: Variant }) {
  // Not the draft itself, so that typing does not render this page.
  const open = useAppSelector(({ drafts: { open } }) => open?.variant);
  const draftId = useAppSelector(({ drafts: { open } }) => open?.id);
  const first = useAppSelector(({ drafts: { open } }) => (open?.step ?? 1) === 1);
  const last = useAppSelector(({ drafts: { open } }) => open?.step === 4);
  const anyDrafts = useAppSelector(selectAnyListed);
  const status = useAppSelector(selectStatus);
  const opening = useAppSelector(selectOpening);
  const { lists, intakesAreDefaults } = useLists();
  useDefaultIntakesToast(intakesAreDefaults);
  const reading = useReading(draftId);
  const list = useRef<HTMLDivElement>(null);
  useOpenDraft(variant);
  useKeptScroll(draftId, list);
  const ready = open === undefined ? status === 'blank' : open === variant;
  const listed = useHasBeen(ready) && anyDrafts;
  return (
    <ViewShell
      view={viewOf(variant)}
      head={<WizardHead />}
      notices={
        <>
          <DemoNotice />
          <WizardNotices intakesAreDefaults={intakesAreDefaults && last} />
        </>
      }
    >
      {first && <BeforeStart variant={variant} />}
      {ready ? (
        <ApplicationForm key={opening} variant={variant} lists={lists} reading={reading} />
      ) : (
        <Skeleton label="Opening your application" rows={6} />
      )}
      {listed && (
        <Below ref={list}>
          <WaitingRegion />
          <DraftsRegion />
        </Below>
      )}
    </ViewShell>
  );
}

/** Once true, stays true until the page unmounts, so that the list neither moves under the pointer nor loses focus. */
function useHasBeen(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return now || was;
}

const DEFAULT_INTAKES = 'latest intake dates unavailable, using defaults';
/** Whether it was said already: a page that is left and opened again does not repeat it. */
let defaultsSaid = false;

/** Says once that the dates to choose from are the built-in ones. The notice of step 4 stays. */
function useDefaultIntakesToast(intakesAreDefaults: boolean): void {
  useEffect(() => {
    if (!intakesAreDefaults || defaultsSaid) return;
    defaultsSaid = true;
    toast(DEFAULT_INTAKES);
  }, [intakesAreDefaults]);
}

/**
 * The step that this tab shows while another tab owns the draft; undefined if this tab owns it. It starts with the
 * owner's step. It is kept here, because the form is built again at each save of the owner.
 */
function useReading(draftId: string | undefined): ReaderStep | undefined {
  const elsewhere = useAppSelector(selectElsewhere);
  const ownersStep = useAppSelector(({ drafts: { open } }) => open?.step ?? 1);
  const [opened, setOpened] = useState<{ readonly draftId: string; readonly step: number }>();
  if (!elsewhere || draftId === undefined) return undefined;
  const step = opened?.draftId === draftId ? opened.step : ownersStep;
  return { step, onOpen: (next) => setOpened({ draftId, step: next }) };
}
