/// <reference types="vite/client" />
import { useEffect, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { DeveloperTools } from '#features/dev-tools/developer-tools.tsx';
import { startRecording, stopRecording } from '#features/dev-tools/recorder.ts';
import type { CurrentDraft } from '#features/dev-tools/tool.tsx';
import { type DocumentsRoot, selectDraftDocuments } from '#features/documents/documents-slice.ts';
import { selectDraft } from '#features/drafts/application-slice.ts';
import type { Draft } from '#features/drafts/draft.ts';
import { selectRegistration, type WithRegistration } from '#features/forms/agency/registration-slice.ts';
import { useLists } from '#features/forms/student/lists.ts';
import { isViewName, viewOpened } from '#platform/view-slice.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';

/** The developer tools with what the rest of the page lends them: the open draft and its documents. */
export function DevTools({ demo, timeZone }: { readonly demo: boolean; readonly timeZone: string }) {
  const current = useCurrentDraft();
  const { lists } = useLists();
  const mapping = useMemo(() => ({ timeZone, lists }), [timeZone, lists]);
  useViewInAddress();
  useEffect(() => {
    startRecording();
    return stopRecording;
  }, []);
  return <DeveloperTools draft={current} mapping={mapping} demo={demo} />;
}

/** What the visitor is at: on the agents' page the agency's registration, else the draft that is open. */
function useCurrentDraft(): CurrentDraft | undefined {
  const isRegistering = useAppSelector(({ view }) => view.current === 'new-agent');
  const registration = useSelector((state: WithRegistration) => selectRegistration(state));
  const draft = useAppSelector(selectDraft);
  const id = (isRegistering ? registration : draft)?.id;
  const documents = useSelector((state: Partial<DocumentsRoot>) => documentsOf(state, id));
  return useMemo(() => {
    const listed = Object.entries(documents).map(([slot, { name, size }]) => ({ slot, name, size }));
    if (!isRegistering) return draft ? { ...describe(draft), documents: listed } : undefined;
    if (!registration) return undefined;
    const { id, answers } = registration;
    return { id, form: 'agency', variant: 'direct', answers, documents: listed };
  }, [isRegistering, registration, draft, documents]);
}

const NONE = {};

/** The slice of documents comes with the scripts of the forms. */
const documentsOf = (state: Partial<DocumentsRoot>, id: string | undefined): ReturnType<typeof selectDraftDocuments> =>
  id !== undefined && state.documents ? selectDraftDocuments({ documents: state.documents }, id) : NONE;

const describe = ({ id, variant, answers }: Draft) => ({
  id,
  form: variant === 'short' ? ('short' as const) : ('student' as const),
  variant: variant === 'agent' ? ('agent' as const) : ('direct' as const),
  answers,
});

/** `?view=short-form` opens that view, in development only: the product has no addresses (spec §2). */
function useViewInAddress(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!import.meta.env.DEV) return;
    const view = new URLSearchParams(location.search).get('view');
    if (isViewName(view)) dispatch(viewOpened(view));
  }, [dispatch]);
}
