import { useLayoutEffect, useRef } from 'react';
import { styled } from '#components/styled.ts';
import { ToastHost } from '#components/toast-host.tsx';
import { selectOpenId } from '#features/drafts/drafts-slice.ts';
import { selectOnline } from '#platform/connection.ts';
import { isFilling, selectView } from '#platform/view-slice.ts';
import { DevToolsHost } from './developer-mode.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useAppSelector } from './hooks.ts';
import { View } from './views.tsx';

const Main = styled('main', {
  base: {
    // Another view than the prerendered one is about to open (build/inline-script.js): nothing flashes past.
    'html[data-opening] &': { visibility: 'hidden' },
  },
});

/** The page: one view at a time, and the notifications over it. */
export function App() {
  const view = useAppSelector(selectView);
  const online = useAppSelector(selectOnline);
  const draftId = useAppSelector(selectOpenId);
  useScrollToTop(view);
  return (
    <>
      <Main data-view={view} data-online={online} data-draft={isFilling(view) ? (draftId ?? undefined) : undefined}>
        <ErrorBoundary key={view}>
          <View key={view} name={view} />
        </ErrorBoundary>
      </Main>
      <ToastHost />
      <DevToolsHost />
    </>
  );
}

/** Every view starts at its top (specification, section 2); the first one stays where the browser put it. */
function useScrollToTop(view: string): void {
  const shown = useRef(view);
  useLayoutEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    window.scrollTo(0, 0);
  }, [view]);
}
