import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Skeleton } from '#components/skeleton.tsx';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { entryOf, type ViewName } from '#platform/view-slice.ts';
import { formPage, preloadForm } from './form-pages.ts';
import { HomePage } from './pages/home-page.tsx';
import { ViewShell } from './view-shell.tsx';

/** The page, once its scripts are loaded. It is not one of the forms, because it loads their scripts itself. */
let agentPage: ComponentType | undefined;

/** The page of a view, if it is loaded. The landing page always is. */
const pageOf = (view: ViewName): ComponentType | undefined => {
  if (view === 'home') return HomePage;
  return view === 'agent' ? agentPage : formPage(view);
};

/** Loads the scripts of a view, so that it renders at once. Rejects if they cannot be loaded. */
export async function preloadView(view: ViewName): Promise<ComponentType> {
  if (view === 'home') return HomePage;
  if (view !== 'agent') return preloadForm(view);
  agentPage ??= (await importWithRetry(() => import('./pages/agent-page.tsx'))).AgentPage;
  return agentPage;
}

/** Moves the focus to the heading of the view, for people with a keyboard or a screen reader. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });

/**
 * Shows a view, or a skeleton until its scripts are loaded. Its key must be the view's name. It does not use React's
 * Suspense, which shows a placeholder for at least 300 ms. Suspense would also adopt its content later than the rest of
 * the document, when the state may have changed since prerendering.
 */
export function View({ name }: { readonly name: ViewName }) {
  const [Page, setPage] = useState<ComponentType | undefined>(() => pageOf(name));
  const [failure, setFailure] = useState<{ readonly cause: unknown }>();
  useEffect(() => {
    if (Page !== undefined) return;
    let isGone = false;
    preloadView(name).then(
      (page) => isGone || setPage(() => page),
      (cause) => isGone || setFailure({ cause }),
    );
    return () => {
      isGone = true;
    };
  }, [name, Page]);
  const wasLate = useRef(Page === undefined);
  // The heading that had the focus was replaced by the page's own.
  useLayoutEffect(() => {
    if (wasLate.current && Page !== undefined && document.activeElement === document.body) focusHeading();
  }, [Page]);
  // The error boundary around the view shows the failure and offers to load the page again.
  if (failure) throw failure.cause;
  return Page === undefined ? <OnItsWay view={name} /> : <Page />;
}

/** The placeholder of a page that is loading: its shape, and the way back from a long wait. */
function OnItsWay({ view }: { readonly view: ViewName }) {
  const { choice = false } = entryOf(view);
  return (
    <ViewShell view={view} head={!choice && 'Loading...'}>
      <Skeleton label={choice ? 'Loading the page' : 'Loading the form'} rows={choice ? 2 : 6} />
    </ViewShell>
  );
}
