import { useEffect, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { selectOutbox, standingOf } from '#features/outbox/outbox-slice.ts';
import { clock } from '#features/student-application/save-indicator.tsx';
import { expiryOf } from '#lib/drafts/draft.ts';
import { draftKept } from '#lib/drafts/draft-events.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';

const MINUTE_MS = 60_000;
/** When it is said, in minutes before the end. */
const FIRST = 60;
const LAST = 5;

/**
 * Says twice, an hour and five minutes before, that the draft's 24 hours end, and offers another 24. One that waits to be
 * sent has more time.
 */
export function ExpiryNotice() {
  const dispatch = useAppDispatch();
  const expiry = useAppSelector((state) => {
    const { draft } = state.application;
    return draft === null || standingOf(selectOutbox(state), draft.id) ? undefined : expiryOf(draft);
  });
  const stage = useStage(expiry);
  if (expiry === undefined || stage === undefined) return null;
  return (
    <Notice
      kind={stage === LAST ? 'warning' : 'info'}
      role="status"
      title={`This application is kept for less than ${stage} minutes more`}
      actions={
        <Button size="sm" onClick={() => dispatch(draftKept())}>
          Keep it another 24 hours
        </Button>
      }
    >
      <p>At {clock(expiry)} it is removed from this device with its documents, unless you change it before.</p>
    </Notice>
  );
}

/** 60 or 5 when less than so many minutes are left, else undefined. Renders anew at these two moments only. */
function useStage(expiry: number | undefined): number | undefined {
  const [stage, setStage] = useState<number>();
  useEffect(() => {
    const look = () => setStage(expiry === undefined ? undefined : stageAt(expiry - Date.now()));
    look();
    if (expiry === undefined) return;
    const left = expiry - Date.now();
    const timers = [FIRST, LAST].map((minutes) => left - minutes * MINUTE_MS).filter((ms) => ms > 0);
    const waiting = timers.map((ms) => setTimeout(look, ms));
    // A timer does not run while the device sleeps.
    document.addEventListener('visibilitychange', look);
    return () => {
      waiting.forEach(clearTimeout);
      document.removeEventListener('visibilitychange', look);
    };
  }, [expiry]);
  return stage;
}

function stageAt(left: number): number | undefined {
  if (left > FIRST * MINUTE_MS) return undefined;
  return left > LAST * MINUTE_MS ? FIRST : LAST;
}
