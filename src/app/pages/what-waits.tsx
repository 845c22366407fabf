import { Button } from '#components/button.tsx';
import { styled } from '#components/styled.ts';
import { HiddenName } from '#components/verbatim.tsx';
import { expiryOf, STEP_COUNT } from '#features/drafts/draft.ts';
import { EndedNotice, NotReadNotice, SetAsideNotice } from '#features/drafts/draft-notices.tsx';
import { nameOf } from '#features/drafts/draft-row.tsx';
import { type DraftSummary, isInList } from '#features/drafts/draft-summary.ts';
import { selectAnyListed, selectDrafts } from '#features/drafts/drafts-slice.ts';
import { openDraft } from '#features/drafts/open-draft.ts';
import { dayAndClock } from '#features/drafts/save-indicator.tsx';
import { selectOutbox } from '#features/submission/outbox/outbox-slice.ts';
import { UnsentNotice, WaitingRegion } from '#features/submission/outbox/outbox-view.tsx';
import { LatestSent, SentApplications } from '#features/submission/receipt-view.tsx';
import { viewOf, viewOpened } from '#platform/view-slice.ts';
import { DraftsRegion } from '../drafts-region.tsx';
import { useAppDispatch, useAppSelector } from '../hooks.ts';

/** Below the portals of the landing page: unfinished applications, and the receipts of 24 hours. */
export function WhatWaits() {
  const anyDrafts = useAppSelector(selectAnyListed);
  const expired = useAppSelector(({ outbox }) => outbox?.expired);
  return (
    <>
      <UnsentNotice key={expired} />
      <NotReadNotice />
      <SetAsideNotice />
      {anyDrafts && <DraftsRegion />}
      <WaitingRegion />
      <SentApplications />
    </>
  );
}

/** A line with its button. It is as wide as the page, also in a wider strip. */
const Line = styled('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '2',
    rowGap: '0.5',
    width: '100%',
    maxWidth: '70rem',
    marginInline: 'auto',
    overflowWrap: 'anywhere',
    '& > p': { flex: '0 1 auto', minWidth: '0' },
  },
});

/** Above the hero, for people who return: what has ended, what they can continue, and what they submitted last. */
export const WelcomeBack = () => (
  <>
    <EndedNotice />
    <Continue />
    <LatestSent Line={Line} />
  </>
);

/** The application that was changed last. A confirmed one is left out, since it needs no more work. */
function Continue() {
  const dispatch = useAppDispatch();
  const { entries } = useAppSelector(selectOutbox);
  const drafts = useAppSelector(selectDrafts);
  const latest = Object.values(drafts)
    .filter((draft) => isInList(draft) && !entries.some(({ id }) => id === draft.id))
    .reduce<DraftSummary | undefined>(
      (one, other) => (one && one.changedAt >= other.changedAt ? one : other),
      undefined,
    );
  if (latest === undefined) return null;
  const { id, variant, step } = latest;
  const name = nameOf(latest);
  const where = variant === 'short' ? 'short application' : `step ${step} of ${STEP_COUNT}`;
  const open = async () => {
    if (await dispatch(openDraft(id))) dispatch(viewOpened(viewOf(variant)));
  };
  return (
    <Line>
      <p>
        <span>{'Continue: '}</span>
        <strong translate="no">{name}</strong>
        <span>{`, ${where}, kept until ${dayAndClock(expiryOf(latest))}`}</span>
      </p>
      <Button size="sm" variant="primary" onClick={() => void open()}>
        Continue
        <HiddenName>{name}</HiddenName>
      </Button>
    </Line>
  );
}
