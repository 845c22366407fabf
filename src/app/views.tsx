import { type ComponentType, useEffect, useState } from 'react';
import { PageShell } from '#components/page.tsx';
import { Skeleton } from '#components/skeleton.tsx';
import { bring } from '#lib/bring.ts';
import { headOf } from './form-heads.ts';
import { useAppDispatch } from './hooks.ts';
import { AgentPage } from './pages/agent-page.tsx';
import { HomePage } from './pages/home-page.tsx';
import { type ViewName, viewOpened } from './view-slice.ts';

const studentApplication = () => bring(() => import('./pages/student-application-page.tsx'));

/** Where the pages of the forms come from: their scripts are brought when they are first shown. */
const LOADERS: Readonly<Partial<Record<ViewName, () => Promise<ComponentType>>>> = {
  'student-form': async () => (await studentApplication()).DirectApplicationPage,
  'agent-student-form': async () => (await studentApplication()).AgentApplicationPage,
  'new-agent': async () => (await bring(() => import('./pages/new-agent-page.tsx'))).NewAgentPage,
  'short-form': async () => (await bring(() => import('./pages/short-application-page.tsx'))).ShortApplicationPage,
};

/** The landing pages are here from the start. */
const loaded = new Map<ViewName, ComponentType>([
  ['home', HomePage],
  ['agent', AgentPage],
]);

/**
 * Brings the scripts of a view, so that it renders at once: for prerendering, for adopting what was prerendered, and
 * before somebody goes there. Rejects when they cannot be brought.
 */
export async function preloadView(view: ViewName): Promise<ComponentType> {
  const page = loaded.get(view) ?? (await LOADERS[view]?.()) ?? HomePage;
  loaded.set(view, page);
  return page;
}

/**
 * What a view shows; a skeleton until its scripts are here. To be given a key of the view's name. Without React's
 * Suspense, which keeps what it shows in place of a page for 300 ms, however soon the page is there; and which would
 * adopt what is inside later than what is around it, when the state may be another than the one that was prerendered.
 */
export function View({ name }: { readonly name: ViewName }) {
  const [Page, setPage] = useState<ComponentType | undefined>(() => loaded.get(name));
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
  // What is around the view says so, and offers to load the page again.
  if (failure) throw failure.cause;
  return Page === undefined ? <OnItsWay view={name} /> : <Page />;
}

/** The page around a form whose scripts are on their way: what it is, and the way back from a wait that is too long. */
function OnItsWay({ view }: { readonly view: ViewName }) {
  const dispatch = useAppDispatch();
  return (
    <PageShell {...headOf(view, (to) => dispatch(viewOpened(to)))} head="Loading...">
      <Skeleton label="Loading the form" rows={6} />
    </PageShell>
  );
}
