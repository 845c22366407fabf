import { useEffect, useReducer } from 'react';
import { useAppDispatch, useAppSelector } from '#app/hooks.ts';
import type { RootState } from '#app/root-reducer.ts';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { selectOutbox, standingOf } from '#features/submission/outbox/outbox-slice.ts';
import { expiryOf } from './draft.ts';
import { draftKept } from './draft-events.ts';
import { clock } from './save-indicator.tsx';

const MINUTE_MS = 60_000;
/** When it is said, in minutes before the end. */
const FIRST = 60;
const LAST = 5;
const LOOK_EVERY_MS = 30_000;

/**
 * Says twice, an hour and five minutes before, that the draft's 24 hours end, and offers another 24. One that waits to be
 * sent has more time. Every change gives the draft another end, which is told here only when it is near.
 */
export function ExpiryNotice() {
  const dispatch = useAppDispatch();
  useClock();
  const expiry = useAppSelector((state) => {
    const at = endOf(state);
    return at !== undefined && at - Date.now() <= FIRST * MINUTE_MS ? at : undefined;
  });
  if (expiry === undefined) return null;
  const stage = expiry - Date.now() > LAST * MINUTE_MS ? FIRST : LAST;
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

/** When the open draft ends; undefined where it has more time than its 24 hours. */
function endOf(state: RootState): number | undefined {
  const { draft } = state.application;
  return draft === null || standingOf(selectOutbox(state), draft.id) ? undefined : expiryOf(draft);
}

/** Renders anew twice a minute: what is said depends on the clock. */
function useClock(): void {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => {
    const timer = setInterval(look, LOOK_EVERY_MS);
    // A timer does not run while the device sleeps.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}
