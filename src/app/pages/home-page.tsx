import { lazy, Suspense, useEffect, useState } from 'react';
import { selectAnyListed, selectSetAside } from '#features/drafts/drafts-slice.ts';
import { Landing } from '#features/landing/landing.tsx';
import { listSent, listUnsent } from '#features/submission/sent-notes.ts';
import { bring } from '#platform/bring.ts';
import { viewOpened } from '#platform/view-slice.ts';
import { DemoNotice } from '../demo-notice.tsx';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { OFFLINE_AT_A_PORTAL, OfflineNotice } from '../offline-notice.tsx';
import { UpdateNotice } from '../update-notice.tsx';

const DraftsRegion = lazy(async () => ({
  default: (await bring(() => import('#features/drafts/drafts-region.tsx'))).DraftsRegion,
}));
const SetAsideNotice = lazy(async () => ({
  default: (await bring(() => import('#features/drafts/set-aside-notice.tsx'))).SetAsideNotice,
}));
const WaitingRegion = lazy(async () => ({
  default: (await bring(() => import('#features/submission/outbox/outbox-view.tsx'))).WaitingRegion,
}));
const SentApplications = lazy(async () => ({
  default: (await bring(() => import('#features/submission/receipt-view.tsx'))).SentApplications,
}));
const UnsentNotice = lazy(async () => ({
  default: (await bring(() => import('#features/submission/outbox/outbox-view.tsx'))).UnsentNotice,
}));

/** The landing page; below its portals stand what waits from last time and the receipts of 24 hours, when there are any. */
export function HomePage() {
  const dispatch = useAppDispatch();
  const anyDrafts = useAppSelector(selectAnyListed);
  const anySetAside = useAppSelector((state) => selectSetAside(state).length > 0);
  const anyConfirmed = useAppSelector(
    ({ outbox }) => (outbox?.entries.length ?? 0) + (outbox?.underWay.length ?? 0) > 0,
  );
  const arrived = useAppSelector(({ outbox }) => outbox?.arrived ?? 0);
  const givenUp = useAppSelector(({ outbox }) => outbox?.givenUp ?? 0);
  const anySent = useAnyNote(listSent) || arrived > 0;
  const anyUnsent = useAnyNote(listUnsent) || givenUp > 0;
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
      portalNotice={<OfflineNotice announced={false}>{OFFLINE_AT_A_PORTAL}</OfflineNotice>}
      drafts={
        (anyDrafts || anySetAside || anyConfirmed || anySent || anyUnsent) && (
          <Suspense>
            {anyUnsent && <UnsentNotice key={givenUp} />}
            {anySetAside && <SetAsideNotice />}
            {anyDrafts && <DraftsRegion />}
            {anyConfirmed && <WaitingRegion />}
            {anySent && <SentApplications key={arrived} />}
          </Suspense>
        )
      }
    />
  );
}

/** Whether this browser has notes of the kind; known after the first render, which has to be the prerendered one. */
function useAnyNote(list: () => readonly object[]): boolean {
  const [isAny, setIsAny] = useState(false);
  useEffect(() => setIsAny(list().length > 0), [list]);
  return isAny;
}
