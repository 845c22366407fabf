import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Skeleton } from '#components/skeleton.tsx';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { entryOf, type ViewName } from '#platform/view-slice.ts';
import { formPage, preloadForm } from './form-pages.ts';
import { HomePage } from './pages/home-page.tsx';
import { ViewShell } from './view-shell.tsx';

/** Once its scripts are here. Not among the forms, whose scripts it brings itself. */
let agentPage: ComponentType | undefined;

/** The page of a view where it is here: the landing page always is. */
const pageOf = (view: ViewName): ComponentType | undefined => {
  if (view === 'home') return HomePage;
  return view === 'agent' ? agentPage : formPage(view);
};

/** Brings the scripts of a view, so that it renders at once. Rejects when they cannot be brought. */
export async function preloadView(view: ViewName): Promise<ComponentType> {
  if (view === 'home') return HomePage;
  if (view !== 'agent') return preloadForm(view);
  agentPage ??= (await importWithRetry(() => import('./pages/agent-page.tsx'))).AgentPage;
  return agentPage;
}

/** Moves the focus to the heading of the view, for people with a keyboard or a screen reader. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });

/**
 * What a view shows; a skeleton until its scripts are here. To be given a key of the view's name. Without React's
 * Suspense, which keeps what it shows in place of a page for 300 ms, however soon the page is there; and which would
 * adopt what is inside later than what is around it, when the state may be another than the one that was prerendered.
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
  // The heading that had the focus has given way to the page's own.
  useLayoutEffect(() => {
    if (wasLate.current && Page !== undefined && document.activeElement === document.body) focusHeading();
  }, [Page]);
  // What is around the view says so, and offers to load the page again.
  if (failure) throw failure.cause;
  return Page === undefined ? <OnItsWay view={name} /> : <Page />;
}

/** The page around what is on its way: what it will be, and the way back from a wait that is too long. */
function OnItsWay({ view }: { readonly view: ViewName }) {
  const { choice = false } = entryOf(view);
  return (
    <ViewShell view={view} head={!choice && 'Loading...'}>
      <Skeleton label={choice ? 'Loading the page' : 'Loading the form'} rows={choice ? 2 : 6} />
    </ViewShell>
  );
}
