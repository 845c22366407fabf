import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { Notice } from '#components/notice.tsx';
import { styled } from '#components/styled.ts';
import { toast } from '#components/toasts.tsx';
import { copyText } from '#platform/copy-text.ts';
import type { ScanDialogProps } from '../scan/scan-dialog-props.ts';
import { QrCode } from './qr-code.tsx';
import { createReceiving, type ReceivingState } from './receiving.ts';
import { RECEIVING_HINTS, RECEIVING_WORDS, WORDS } from './relay-words.ts';

const Body = styled('div', {
  base: {
    display: 'grid',
    gap: '2',
    justifyItems: 'start',
    '& > [data-part=link]': {
      display: 'grid',
      gridTemplateColumns: '1fr auto',
      gap: '1',
      width: '100%',
      '& input': {
        minWidth: '0',
        px: '1',
        borderWidth: '1px',
        borderColor: 'lineStrong',
        borderRadius: 'corner',
        bg: 'sunken',
        fontSize: 'sm',
      },
    },
    '& > [data-part=state]': { fontWeight: 'medium' },
    '& > [data-part=hint]': { fontSize: 'sm', color: 'inkSoft' },
    '& > [role=alert], & > [data-part=words]': { width: '100%' },
  },
});

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
      <Body>
        {link !== undefined && <LinkParts link={link} />}
        {isOver ? (
          <Ending {...state} />
        ) : (
          <p data-part="state" role="status">
            {RECEIVING_WORDS[step]}
          </p>
        )}
        {state.isOffline && <p data-part="hint">{WORDS.offline}</p>}
      </Body>
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

/** The link, to be scanned or copied. */
function LinkParts({ link }: { readonly link: string }) {
  const copy = async (host: HTMLElement | null) => {
    if (await copyText(link, host ?? document.body)) toast.success(WORDS.copied, { id: 'copy' });
    else toast.error(WORDS.notCopied, { id: 'copy' });
  };
  return (
    <>
      <p data-part="words">{WORDS.scan}</p>
      <QrCode text={link} label={WORDS.qr} />
      <div data-part="link">
        <input readOnly aria-label={WORDS.link} value={link} onFocus={(event) => event.currentTarget.select()} />
        <Button size="sm" onClick={({ currentTarget }) => void copy(currentTarget.parentElement)}>
          {WORDS.copy}
        </Button>
      </div>
      <p data-part="hint">{WORDS.private}</p>
    </>
  );
}
