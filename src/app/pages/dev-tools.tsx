/// <reference types="vite/client" />
import { useEffect, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { startRecording, stopRecording } from '#features/dev-tools/calls/recorder.ts';
import { DeveloperTools } from '#features/dev-tools/developer-tools.tsx';
import type { CurrentDraft } from '#features/dev-tools/tool.tsx';
import { selectDraftDocuments, type WithDocuments } from '#features/documents/documents-slice.ts';
import { selectDraft } from '#features/student-application/application-slice.ts';
import type { Draft } from '#lib/drafts/draft.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { isViewName, viewOpened } from '../view-slice.ts';

/** The developer tools with what the rest of the page lends them: the open draft and its documents. */
export function DevTools({ demo }: { readonly demo: boolean }) {
  const draft = useAppSelector(selectDraft);
  const documents = useSelector((state: Partial<WithDocuments>) => documentsOf(state, draft));
  const current = useMemo(() => draft && describe(draft, documents), [draft, documents]);
  useViewInAddress();
  useEffect(() => {
    startRecording();
    return stopRecording;
  }, []);
  return <DeveloperTools draft={current ?? undefined} demo={demo} />;
}

const NONE = {};

/** The slice of documents comes with the scripts of the forms. */
const documentsOf = (state: Partial<WithDocuments>, draft: Draft | null): ReturnType<typeof selectDraftDocuments> =>
  draft && state.documents ? selectDraftDocuments({ documents: state.documents }, draft.id) : NONE;

function describe({ id, variant, answers }: Draft, documents: ReturnType<typeof selectDraftDocuments>): CurrentDraft {
  return {
    id,
    form: variant === 'short' ? 'short' : 'student',
    variant: variant === 'agent' ? 'agent' : 'direct',
    answers,
    documents: Object.entries(documents).map(([slot, { name, size }]) => ({ slot, name, size })),
  };
}

/** `?view=short-form` opens that view, in development only: the product has no addresses (spec §2). */
function useViewInAddress(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!import.meta.env.DEV) return;
    const view = new URLSearchParams(location.search).get('view');
    if (isViewName(view)) dispatch(viewOpened(view));
  }, [dispatch]);
}
