import { lazy, Suspense } from 'react';
import { selectDrafts } from '#features/drafts/drafts-slice.ts';
import { Landing } from '#features/landing/landing.tsx';
import { DemoNotice } from '../demo-notice.tsx';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { viewOpened } from '../view-slice.ts';

const DraftsRegion = lazy(async () => ({ default: (await import('../drafts-region.tsx')).DraftsRegion }));

/** The landing page; below its portals stands what waits from last time, when there is any. */
export function HomePage() {
  const dispatch = useAppDispatch();
  const anyDrafts = useAppSelector((state) => Object.keys(selectDrafts(state)).length > 0);
  return (
    <Landing
      onOpen={(view) => dispatch(viewOpened(view))}
      notice={<DemoNotice />}
      drafts={
        anyDrafts && (
          <Suspense>
            <DraftsRegion />
          </Suspense>
        )
      }
    />
  );
}
