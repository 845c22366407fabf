import { lazy, Suspense, useLayoutEffect, useRef } from 'react';
import { styled } from '#components/styled.ts';
import { ToastHost } from '#components/toast-host.tsx';
import { selectOpenId } from '#features/drafts/drafts-slice.ts';
import { mustHideData, useVault } from '#features/shared-computer/use-vault.ts';
import { selectOnline } from '#platform/connection.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { setTitle } from '#platform/page-title.ts';
import { isFilling, selectView, titleOf, type ViewName } from '#platform/view-slice.ts';
import { DevToolsHost } from './developer-mode.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useAppSelector } from './hooks.ts';
import { focusHeading, View } from './views.tsx';

const Main = styled('main', {
  base: {
    // A view other than the prerendered one is about to open (build/inline-script.js), so the prerendered one does not
    // flash.
    'html[data-opening] &': { visibility: 'hidden' },
  },
});

/** Without it, nothing of a shared computer is shown. If it cannot be loaded, the page shows the error. */
const Guard = lazy(async () => ({
  default: (await importWithRetry(() => import('./shared-computer.tsx'))).SharedComputer,
}));

/** The page: one view at a time, with the notifications above it. A locked computer shows the lock screen instead. */
export function App() {
  const view = useAppSelector(selectView);
  const online = useAppSelector(selectOnline);
  const draftId = useAppSelector(selectOpenId);
  const vault = useVault();
  const shut = mustHideData(vault);
  const place = shut ? 'locked' : view;
  useScrollToTop(place);
  useTitle(shut ? 'home' : view);
  return (
    <>
      <Main
        data-view={place}
        data-online={online}
        data-draft={!shut && isFilling(view) ? (draftId ?? undefined) : undefined}
      >
        <ErrorBoundary key={place}>
          {vault !== 'plain' && (
            <Suspense>
              <Guard />
            </Suspense>
          )}
          {!shut && <View key={view} name={view} />}
        </ErrorBoundary>
      </Main>
      <ToastHost />
      {!shut && <DevToolsHost />}
    </>
  );
}

/** Sets the title of the tab, which screen readers read, too. */
function useTitle(view: ViewName): void {
  useLayoutEffect(() => setTitle({ view: titleOf(view) }), [view]);
}

/**
 * Every view starts at its top (R2.2), with the focus on its heading. The first view stays where the browser put it.
 */
function useScrollToTop(view: string): void {
  const shown = useRef(view);
  useLayoutEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    window.scrollTo(0, 0);
    focusHeading();
  }, [view]);
}
