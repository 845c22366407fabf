import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { Button } from '#components/button.tsx';
import { toast } from '#components/toasts.tsx';
import type { ScanDialogProps } from '../scan/scan-dialog-props.ts';
import { LinkDialog } from '../transfer/link-dialog.tsx';
import { Standing } from '../transfer/link-page.tsx';
import { createDocumentReceiver } from './document-receiver.ts';
import { openSlots, slotNamed } from './phone-slots.ts';
import { RECEIVER_HINTS, RECEIVER_WORDS, WORDS } from './relay-words.ts';

/** Brings documents from the phone into the slots of the form, one after the other. Closing it cancels the link. */
export function RelayDialog({ draftId, slot, onClose }: Pick<ScanDialogProps, 'draftId' | 'slot' | 'onClose'>) {
  const receiver = useMemo(
    () =>
      createDocumentReceiver({
        draftId,
        slots: () => openSlots(slot),
        onUse: async (name, file) => slotNamed(name)?.onUse(file),
      }),
    [draftId, slot],
  );
  const state = useSyncExternalStore(receiver.subscribe, receiver.state);
  useEffect(() => {
    const leave = () => void receiver.end();
    window.addEventListener('pagehide', leave);
    void receiver.start();
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [receiver]);
  const { step, link, documents } = state;
  const isDone = step === 'arrived' && documents.every(({ reason }) => reason === undefined);
  useEffect(() => {
    if (!isDone) return;
    toast.success(documents.length === 1 ? WORDS.arrived : RECEIVER_WORDS.arrived, { id: 'document' });
    onClose();
  }, [isDone, documents, onClose]);
  const isOver = step === 'arrived' || ENDED.has(step);
  const closing = documents.length > 0 ? WORDS.done : isOver ? WORDS.close : WORDS.cancel;
  return (
    <LinkDialog
      words={WORDS}
      {...{ link, closing, onClose }}
      actions={
        isOver && (
          <Button variant="primary" onClick={() => void receiver.start()}>
            {step === 'not-made' ? WORDS.tryAgain : WORDS.newLink}
          </Button>
        )
      }
    >
      {link !== undefined && <p data-part="hint">{WORDS.private}</p>}
      {documents.length > 0 && (
        <>
          <h3>{WORDS.received}</h3>
          <ul>
            {documents.map(({ label, reason }) => (
              <li key={label}>
                <span>{label}</span>
                {reason !== undefined && <span role="alert">{`: ${reason}`}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      <Standing
        kind={isOver && (step === 'not-made' || step === 'unreadable' ? 'error' : 'info')}
        title={RECEIVER_WORDS[step]}
        hint={state.isOffline ? WORDS.offline : (state.reason ?? RECEIVER_HINTS[step])}
      />
    </LinkDialog>
  );
}

const ENDED: ReadonlySet<string> = new Set(['not-made', 'expired', 'cancelled', 'unreadable']);
