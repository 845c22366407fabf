import { type ComponentType, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#components/button.tsx';
import { toast } from '#components/toasts.tsx';
import { bring } from '#platform/bring.ts';
import type { ScanDialogProps } from './scan/scan-dialog-props.ts';
import { focusDocument } from './use-documents.ts';

interface PhoneButtonProps extends Omit<ScanDialogProps, 'onClose'> {
  /** No document is in the slot. */
  readonly isEmpty: boolean;
  readonly disabled: boolean;
}

/** At a computer: opens what brings a document from the phone. Browsers seal on https and on localhost only. */
export function PhoneButton({ isEmpty, disabled, ...props }: PhoneButtonProps) {
  const [Dialog, setDialog] = useState<ComponentType<ScanDialogProps>>();
  const [busy, setBusy] = useState<string>();
  const { slot } = props;
  const wasOpen = useRef(false);
  useEffect(() => {
    // The pressed button is gone when a document has come.
    if (wasOpen.current && !Dialog && !isEmpty) focusDocument(slot);
    wasOpen.current = Dialog !== undefined;
  }, [Dialog, isEmpty, slot]);
  if ((!isEmpty && !Dialog) || !globalThis.crypto?.subtle) return null;
  const open = async () => {
    setBusy('Opening…');
    try {
      const { RelayDialog } = await bring(() => import('./relay/relay-dialog.tsx'));
      setDialog(() => RelayDialog);
    } catch {
      toast.error('This could not be loaded. Check your connection and try again', { id: 'document' });
    }
    setBusy(undefined);
  };
  return (
    <>
      <Button size="sm" variant="quiet" data-part="phone" onClick={open} {...{ busy, disabled }}>
        Photograph with your phone
      </Button>
      {Dialog && createPortal(<Dialog {...props} onClose={() => setDialog(undefined)} />, document.body)}
    </>
  );
}
