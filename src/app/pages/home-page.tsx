import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import {
  selectAnyListed,
  selectEnded,
  selectNotListed,
  selectNotRead,
  selectSetAside,
} from '#features/drafts/drafts-slice.ts';
import { Landing } from '#features/landing/landing.tsx';
import { hasNotes } from '#platform/device-storage.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { viewOpened } from '#platform/view-slice.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { DemoNotice, OFFLINE_AT_A_PORTAL, OfflineNotice, UpdateNotice } from '../notices.tsx';
import type { RootState } from '../root-reducer.ts';

const WhatWaits = lazy(() =>
  importWithRetry(() => import('./what-waits.tsx')).then(
    (part) => ({ default: part.WhatWaits }),
    () => ({ default: NotListedNotice }),
  ),
);

const WelcomeBack = lazy<ComponentType>(() =>
  importWithRetry(() => import('./what-waits.tsx')).then(
    (part) => ({ default: part.WelcomeBack }),
    // The notice below the portals says that this could not be loaded.
    () => ({ default: () => null }),
  ),
);

/** The landing page. Below its portals are unfinished applications and the receipts of 24 hours, if there are any. */
export function HomePage() {
  const dispatch = useAppDispatch();
  const waits = useAppSelector(doesAnyWait);
  const anyNotes = useAnyNotes();
  const notListed = useAppSelector(selectNotListed);
  const isAny = waits || anyNotes;
  return (
    <Landing
      onOpen={(view) => dispatch(viewOpened(view))}
      notice={
        <>
          <OfflineNotice>{OFFLINE_AT_A_PORTAL}</OfflineNotice>
          <DemoNotice />
          <UpdateNotice />
        </>
      }
      waits={
        isAny && (
          <Suspense>
            <WelcomeBack />
          </Suspense>
        )
      }
      portalNotice={<OfflineNotice announced={false}>{OFFLINE_AT_A_PORTAL}</OfflineNotice>}
      drafts={
        notListed ? (
          <NotListedNotice />
        ) : (
          isAny && (
            <Suspense>
              <WhatWaits />
            </Suspense>
          )
        )
      }
    />
  );
}

/** The applications of this device cannot be shown, because the scripts could not be loaded. */
function NotListedNotice() {
  return (
    <Notice
      kind="warning"
      role="status"
      title="We cannot show your saved applications now"
      actions={
        <Button size="sm" onClick={() => window.location.reload()}>
          Load the page again
        </Button>
      }
    >
      <p>Part of this page did not load. Your saved answers are still on this device.</p>
    </Notice>
  );
}

/** Whether there are drafts, unreadable states or confirmed applications, or whether that is not known. */
const doesAnyWait = (state: RootState): boolean =>
  selectAnyListed(state) ||
  selectNotRead(state) ||
  selectSetAside(state).length > 0 ||
  (state.outbox !== undefined && isAnyIn(state.outbox));

const isAnyIn = ({ entries, sent, processing, expired }: NonNullable<RootState['outbox']>): boolean =>
  entries.length + sent.length + processing.length + expired > 0;

const NOTES = ['unsent-applications', 'ended-applications'] as const;

/** Whether this browser has such notes. It is known after the first render, which must equal the prerendered one. */
function useAnyNotes(): boolean {
  const [isAny, setIsAny] = useState(false);
  const ended = useAppSelector(selectEnded);
  useEffect(() => setIsAny(ended > 0 || NOTES.some(hasNotes)), [ended]);
  return isAny;
}
