import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#components/button.tsx';
import { toast } from '#components/toasts.tsx';
import { bring, NotUnderstood } from '#platform/bring.ts';
import { readFrom } from '#platform/database.ts';
import { pageListSlot } from '#platform/page-keys.ts';
import type { ScanDialogProps } from './scan-dialog-props.ts';

const ALERT_MS = 6000;

/** Opens what makes a PDF of photos. Its scripts come when it is pressed, so that the form does not wait for them. */
export function ScanButton({
  isEmpty,
  disabled,
  variant = 'quiet',
  ...props
}: Omit<ScanDialogProps, 'onClose'> & ScanButtonProps) {
  const { draftId, slot } = props;
  const [Dialog, setDialog] = useState<ComponentType<ScanDialogProps>>();
  const [busy, setBusy] = useState<string>();
  const [count, setCount] = useState(0);
  const look = useCallback(() => void countPages(draftId, slot).then(setCount), [draftId, slot]);
  useEffect(look, [look]);
  const open = async () => {
    setBusy('Opening…');
    try {
      const { ScanDialog } = await bring(() => import('./scan-dialog.tsx'));
      setDialog(() => ScanDialog);
    } catch (failure) {
      toast.error(failure instanceof NotUnderstood ? TOO_OLD : NOT_BROUGHT, { id: 'document', duration: ALERT_MS });
    }
    setBusy(undefined);
  };
  const close = () => {
    setDialog(undefined);
    look();
  };
  if (!isEmpty && count === 0 && !Dialog) return null;
  return (
    <>
      <Button size="sm" onClick={open} {...{ variant, busy, disabled }}>
        {count === 0 ? 'Make a PDF from photos' : `Continue with ${count} ${count === 1 ? 'page' : 'pages'}`}
      </Button>
      {/* Apart from the form, whose controls and keys are none of the dialog's. */}
      {Dialog && createPortal(<Dialog {...props} onClose={close} />, document.body)}
    </>
  );
}

interface ScanButtonProps {
  /** No document is in the slot. */
  readonly isEmpty: boolean;
  readonly disabled: boolean;
  readonly variant?: 'quiet' | 'primary';
}

const NOT_BROUGHT = 'This could not be loaded. Check your connection and try again';
const TOO_OLD = 'This browser is too old to make PDFs from photos. Please choose a PDF';

/** How many pages an earlier visit has left. */
const countPages = (draftId: string, slot: string): Promise<number> =>
  readFrom(['files'], ({ store }) => store.get([draftId, pageListSlot(slot)])).then(
    (list) => list?.pages?.length ?? 0,
    () => 0,
  );
