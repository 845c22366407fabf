/// <reference types="vite/client" />
import { useEffect, useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { RecordsDialect } from '#domain/student/records-dialect.ts';
import { isApiAction, recordCall } from '#features/dev-tools/api-calls.ts';
import { DeveloperTools } from '#features/dev-tools/developer-tools.tsx';
import type { CurrentDraft } from '#features/dev-tools/tool.tsx';
import { type DocumentsRoot, selectDraftDocuments } from '#features/documents/documents-slice.ts';
import type { DraftVariant } from '#features/drafts/draft.ts';
import { selectDraft } from '#features/drafts/drafts-slice.ts';
import { useLists } from '#features/forms/student/lists.ts';
import { isViewName, viewOpened } from '#platform/view-slice.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { addAppListener } from '../store.ts';
import { RealServicesWarning } from './real-services-warning.tsx';

/** The developer tools with data of the page: the open draft and its documents. */
export function DevTools({
  demo,
  timeZone,
  dialect,
}: {
  readonly demo: boolean;
  readonly timeZone: string;
  readonly dialect: RecordsDialect;
}) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    // Before the lists below, so that their calls are recorded. The store adds one listener once.
    dispatch(addAppListener({ matcher: isApiAction, effect: recordCall }));
  }, [dispatch]);
  const current = useCurrentDraft();
  const { lists } = useLists();
  const mapping = useMemo(() => ({ timeZone, lists, dialect }), [timeZone, lists, dialect]);
  useViewInAddress();
  return (
    <>
      {!demo && <RealServicesWarning />}
      <DeveloperTools draft={current} mapping={mapping} demo={demo} />
    </>
  );
}

/** The open draft with its documents. */
function useCurrentDraft(): CurrentDraft | undefined {
  const draft = useAppSelector(selectDraft);
  const documents = useSelector((state: Partial<DocumentsRoot>) => documentsOf(state, draft?.id));
  return useMemo(() => {
    if (!draft) return undefined;
    const { id, variant, answers } = draft;
    const listed = Object.entries(documents).map(([slot, { name, size }]) => ({ slot, name, size }));
    return { id, ...FORM_OF[variant], answers, documents: listed };
  }, [draft, documents]);
}

const FORM_OF: Readonly<Record<DraftVariant, Pick<CurrentDraft, 'form' | 'variant'>>> = {
  direct: { form: 'student', variant: 'direct' },
  agent: { form: 'student', variant: 'agent' },
  short: { form: 'short', variant: 'direct' },
  agency: { form: 'agency', variant: 'direct' },
};

const NONE = {};

/** The slice of documents comes with the scripts of the forms. */
const documentsOf = (state: Partial<DocumentsRoot>, id: string | undefined): ReturnType<typeof selectDraftDocuments> =>
  id !== undefined && state.documents ? selectDraftDocuments({ documents: state.documents }, id) : NONE;

/** `?view=short-form` opens that view, in development only: the product has no addresses (R2.1). */
function useViewInAddress(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!import.meta.env.DEV) return;
    const view = new URLSearchParams(location.search).get('view');
    if (isViewName(view)) dispatch(viewOpened(view));
  }, [dispatch]);
}
