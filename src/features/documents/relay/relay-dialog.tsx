import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { Notice } from '#components/notice.tsx';
import { toast } from '#components/toasts.tsx';
import type { ScanDialogProps } from '../scan/scan-dialog-props.ts';
import { LinkDialogBody, LinkParts } from './link-parts.tsx';
import { createReceiving, type ReceivingState } from './receiving.ts';
import { RECEIVING_HINTS, RECEIVING_WORDS, WORDS } from './relay-words.ts';

/** Brings one document from the phone into a slot. Closing it cancels the link. */
export function RelayDialog({ draftId, slot, label, onUse, onClose }: ScanDialogProps) {
  const use = useRef(onUse);
  useEffect(() => {
    use.current = onUse;
  }, [onUse]);
  const receiving = useMemo(
    () => createReceiving({ draftId, slot, label, onUse: (file) => use.current(file) }),
    [draftId, slot, label],
  );
  const state = useSyncExternalStore(receiving.subscribe, receiving.state);
  useEffect(() => {
    const leave = () => void receiving.end();
    window.addEventListener('pagehide', leave);
    void receiving.start();
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [receiving]);
  const { step, link } = state;
  useEffect(() => {
    if (step !== 'arrived') return;
    toast.success(RECEIVING_WORDS.arrived, { id: 'document' });
    onClose();
  }, [step, onClose]);
  const isOver = link === undefined && !['making', 'fetching', 'arrived'].includes(step);
  const again = step === 'not-made' ? WORDS.tryAgain : WORDS.newLink;
  return (
    <Modal
      open
      title={`${WORDS.title}: ${label}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{isOver ? WORDS.close : WORDS.cancel}</Button>
          {isOver && (
            <Button variant="primary" onClick={() => void receiving.start()}>
              {again}
            </Button>
          )}
        </>
      }
    >
      <LinkDialogBody>
        {link !== undefined && (
          <>
            <LinkParts link={link} words={WORDS.scan} codeLabel={WORDS.qr} fieldLabel={WORDS.link} />
            <p data-part="hint">{WORDS.private}</p>
          </>
        )}
        {isOver ? (
          <Ending {...state} />
        ) : (
          <p data-part="state" role="status">
            {RECEIVING_WORDS[step]}
          </p>
        )}
        {state.isOffline && <p data-part="hint">{WORDS.offline}</p>}
      </LinkDialogBody>
    </Modal>
  );
}

/** Why nothing more comes, and how it goes on. */
function Ending({ step, reason }: ReceivingState) {
  return (
    <Notice
      kind={step === 'expired' || step === 'cancelled' ? 'info' : 'error'}
      title={RECEIVING_WORDS[step]}
      role="alert"
    >
      <p>{reason ?? RECEIVING_HINTS[step]}</p>
    </Notice>
  );
}
