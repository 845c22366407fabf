import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '#components/button.tsx';
import { formatSize } from '#domain/format/size.ts';
import { openDraft } from '#features/drafts/open-draft.ts';
import { viewOf, viewOpened } from '#platform/view-slice.ts';
import { LinkPage, Standing } from '../transfer/link-page.tsx';
import { createDraftReceiver, type DraftReceiverState, type DraftReceiverStep } from './draft-receiver.ts';
import type { HandoverDispatch } from './handover-dialog.tsx';
import { takeDeviceLink } from './handover-link.ts';
import { HERE, RECEIVER_HINTS, RECEIVER_WORDS } from './handover-words.ts';
import { addToList } from './resume-handovers.ts';

const UNDER_WAY: ReadonlySet<DraftReceiverStep> = new Set(['opening', 'fetching', 'storing']);
const WORTH_ANOTHER_TRY: ReadonlySet<DraftReceiverStep> = new Set(['no-room', 'not-stored', 'refused']);

/** Receives an application from another device. Asks nothing. */
export function FromDevice() {
  const dispatch = useDispatch<HandoverDispatch>();
  // Removed from the address at the first render, before anything else can happen here.
  const [link] = useState(takeDeviceLink);
  const receiver = useMemo(
    () => createDraftReceiver(link, { onReceived: (draft) => dispatch(addToList(draft)) }),
    [dispatch, link],
  );
  const state = useSyncExternalStore(receiver.subscribe, receiver.state);
  useEffect(() => {
    void receiver.open();
    return () => void receiver.end();
  }, [receiver]);
  const { draft } = state;
  const continueHere = async () => {
    if (draft && (await dispatch(openDraft(draft.id)))) dispatch(viewOpened(viewOf(draft.variant)));
  };
  const { step, percent, isOffline } = state;
  const isUnderWay = UNDER_WAY.has(step);
  const canRetry = WORTH_ANOTHER_TRY.has(step);
  return (
    <LinkPage>
      <Standing
        kind={!isUnderWay && (step === 'done' ? 'success' : canRetry ? 'error' : 'info')}
        title={RECEIVER_WORDS[step]}
        hint={isUnderWay ? (isOffline ? HERE.offline : HERE.leftOpen) : hintOf(state)}
        bar={step === 'fetching' && HERE.coming}
        percent={percent}
        actions={
          draft ? (
            <Button variant="primary" onClick={() => void continueHere()}>
              {HERE.continueHere}
            </Button>
          ) : canRetry ? (
            <Button onClick={() => void receiver.open()}>{HERE.tryAgain}</Button>
          ) : (
            <Button onClick={() => dispatch(viewOpened('home'))}>{HERE.home}</Button>
          )
        }
      />
    </LinkPage>
  );
}

function hintOf({ step, bytes, reason }: DraftReceiverState): string | undefined {
  if (step === 'no-room')
    return `The application needs about ${formatSize(bytes)}. The link still works. Make room and try again, or open the link on another device.`;
  return reason ?? RECEIVER_HINTS[step];
}
