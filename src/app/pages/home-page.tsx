import { lazy, Suspense, useEffect, useState } from 'react';
import { selectAnyListed, selectSetAside } from '#features/drafts/drafts-slice.ts';
import { Landing } from '#features/landing/landing.tsx';
import { bring } from '#platform/bring.ts';
import { hasNotes, type NoteList } from '#platform/stored-here.ts';
import { viewOpened } from '#platform/view-slice.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { DemoNotice, OFFLINE_AT_A_PORTAL, OfflineNotice, UpdateNotice } from '../notices.tsx';

const DraftsRegion = lazy(async () => ({
  default: (await bring(() => import('../drafts-region.tsx'))).DraftsRegion,
}));
const SetAsideNotice = lazy(async () => ({
  default: (await bring(() => import('#features/drafts/draft-notices.tsx'))).SetAsideNotice,
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
  const anySent = useAnyNote('sent-applications', bringSent) || arrived > 0;
  const anyUnsent = useAnyNote('unsent-applications', bringUnsent) || givenUp > 0;
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

type ListNotes = () => readonly object[];
const bringSent = async (): Promise<ListNotes> =>
  (await bring(() => import('#features/submission/sent-notes.ts'))).listSent;
const bringUnsent = async (): Promise<ListNotes> =>
  (await bring(() => import('#features/submission/sent-notes.ts'))).listUnsent;

/**
 * Whether this browser has notes of the kind that are not too old; known after the first render, which has to be the
 * prerendered one. What reads them comes only where there are any.
 */
function useAnyNote(list: NoteList, bringReader: () => Promise<ListNotes>): boolean {
  const [isAny, setIsAny] = useState(false);
  useEffect(() => {
    if (!hasNotes(list)) return;
    const look = async () => setIsAny((await bringReader())().length > 0);
    // What cannot be brought now is shown at the next visit.
    look().catch(() => {});
  }, [list, bringReader]);
  return isAny;
}
