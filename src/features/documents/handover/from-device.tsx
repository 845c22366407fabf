import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '#components/button.tsx';
import { formatSize } from '#domain/format/size.ts';
import { openDraft } from '#features/drafts/open-draft.ts';
import { viewOf, viewOpened } from '#platform/view-slice.ts';
import { LinkPage, Standing } from '../transfer/link-page.tsx';
import type { HandoverDispatch } from './handover-dialog.tsx';
import { takeDeviceLink } from './handover-link.ts';
import { HERE, TAKING_HINTS, TAKING_WORDS } from './handover-words.ts';
import { listTaken } from './resume-handovers.ts';
import { createTaking, type TakingState, type TakingStep } from './taking.ts';

const UNDER_WAY: ReadonlySet<TakingStep> = new Set(['opening', 'fetching', 'keeping']);
const WORTH_ANOTHER_TRY: ReadonlySet<TakingStep> = new Set(['no-room', 'not-kept', 'refused']);

/** Takes an application that comes from another device; asks nothing. */
export function FromDevice() {
  const dispatch = useDispatch<HandoverDispatch>();
  // Taken out of the address at the first render, before anything else can be done here.
  const [link] = useState(takeDeviceLink);
  const taking = useMemo(
    () => createTaking(link, { onTaken: (draft) => dispatch(listTaken(draft)) }),
    [dispatch, link],
  );
  const state = useSyncExternalStore(taking.subscribe, taking.state);
  useEffect(() => {
    void taking.open();
    return () => void taking.end();
  }, [taking]);
  const { draft } = state;
  const goOn = async () => {
    if (draft && (await dispatch(openDraft(draft.id)))) dispatch(viewOpened(viewOf(draft.variant)));
  };
  const { step, percent, isOffline } = state;
  const isUnderWay = UNDER_WAY.has(step);
  const canRetry = WORTH_ANOTHER_TRY.has(step);
  return (
    <LinkPage>
      <Standing
        kind={!isUnderWay && (step === 'done' ? 'success' : canRetry ? 'error' : 'info')}
        title={TAKING_WORDS[step]}
        hint={isUnderWay ? (isOffline ? HERE.offline : HERE.leftOpen) : hintOf(state)}
        bar={step === 'fetching' && HERE.coming}
        percent={percent}
        actions={
          draft ? (
            <Button variant="primary" onClick={() => void goOn()}>
              {HERE.goOn}
            </Button>
          ) : canRetry ? (
            <Button onClick={() => void taking.open()}>{HERE.tryAgain}</Button>
          ) : (
            <Button onClick={() => dispatch(viewOpened('home'))}>{HERE.home}</Button>
          )
        }
      />
    </LinkPage>
  );
}

function hintOf({ step, bytes, reason }: TakingState): string | undefined {
  if (step === 'no-room')
    return `The application needs about ${formatSize(bytes)}. The link still works. Make room and try again, or open the link on another device.`;
  return reason ?? TAKING_HINTS[step];
}
