import { type ComponentType, lazy, Suspense, useState } from 'react';
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

/** Brings the scripts of a view, so that it renders at once: for prerendering, and for adopting what was prerendered. */
export async function preloadView(view: ViewName): Promise<void> {
  const load = LOADERS[view];
  const page = loaded.get(view) ?? (await load?.());
  if (page !== undefined) loaded.set(view, page);
}

/**
 * What a view shows; a skeleton until its scripts are here. To be given a key of the view's name.
 * A view that is here stands in no Suspense boundary: React would adopt what is inside later than what is around it,
 * and by then the state may be another than the one that was prerendered.
 */
export function View({ name }: { readonly name: ViewName }) {
  // Chosen once: another component type in the same place would build the page anew.
  const [Loaded] = useState<ComponentType | undefined>(() => loaded.get(name));
  if (Loaded !== undefined) return <Loaded />;
  const Waiting = waiting(name);
  return (
    <Suspense fallback={<OnItsWay view={name} />}>
      <Waiting />
    </Suspense>
  );
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

const lazyPages = new Map<ViewName, ComponentType>();

function waiting(view: ViewName): ComponentType {
  const page =
    lazyPages.get(view) ??
    lazy(async () => {
      await preloadView(view);
      return { default: loaded.get(view) ?? HomePage };
    });
  lazyPages.set(view, page);
  return page;
}
