import { SetAsideNotice } from '#features/drafts/draft-notices.tsx';
import { selectAnyListed } from '#features/drafts/drafts-slice.ts';
import { UnsentNotice, WaitingRegion } from '#features/submission/outbox/outbox-view.tsx';
import { SentApplications } from '#features/submission/receipt-view.tsx';
import { DraftsRegion } from '../drafts-region.tsx';
import { useAppSelector } from '../hooks.ts';

/** What stands on the landing page below its portals: what waits from last time, and the receipts of 24 hours. */
export function WhatWaits() {
  const anyDrafts = useAppSelector(selectAnyListed);
  const arrived = useAppSelector(({ outbox }) => outbox?.arrived);
  const givenUp = useAppSelector(({ outbox }) => outbox?.givenUp);
  return (
    <>
      <UnsentNotice key={givenUp} />
      <SetAsideNotice />
      {anyDrafts && <DraftsRegion />}
      <WaitingRegion />
      <SentApplications key={arrived} />
    </>
  );
}
