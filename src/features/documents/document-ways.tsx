import { useEffect, useRef } from 'react';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { useLateDialog } from '#components/late-dialog.ts';
import { styled } from '#components/styled.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { usePhoneSlot } from './relay/phone-slots.ts';
import { ScanButton } from './scan/scan-button.tsx';
import type { ScanDialogProps } from './scan/scan-dialog-props.ts';
import { focusDocument } from './use-documents.ts';

const Ways = styled('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    // Aligns the text of quiet buttons with other text.
    marginInline: '-1.5',
    '&:empty': { display: 'none' },
    // A phone needs no other one.
    '& [data-part=phone]': { '@media (pointer: coarse), (max-width: 47.9375em)': { display: 'none' } },
  },
});

interface DocumentWaysProps extends Omit<ScanDialogProps, 'onClose' | 'first'> {
  /** No document is in the slot. */
  readonly isEmpty: boolean;
  readonly disabled?: boolean;
  /** A photo that was chosen in place of a PDF. */
  readonly photo?: File | undefined;
}

/** Other ways to a document than choosing a file: photos of this device, or the phone. For every slot that takes a PDF. */
export const DocumentWays = ({ disabled = false, photo, ...props }: DocumentWaysProps) => (
  <Ways>
    <ScanButton key={props.draftId} {...props} photo={photo} disabled={disabled} />
    <PhoneButton {...props} disabled={disabled} />
  </Ways>
);

interface PhoneButtonProps extends Omit<ScanDialogProps, 'onClose'> {
  /** No document is in the slot. */
  readonly isEmpty: boolean;
  readonly disabled: boolean;
}

/** At a computer: opens the dialog for documents from the phone. Browsers encrypt only on https and localhost. */
function PhoneButton({ isEmpty, disabled, draftId, slot, label, onUse }: PhoneButtonProps) {
  usePhoneSlot({ slot, label, onUse, isOpen: isEmpty && !disabled });
  const dialog = useLateDialog(
    async () => (await importWithRetry(() => import('./relay/relay-dialog.tsx'))).RelayDialog,
    {
      toastId: 'document',
    },
  );
  const { isOpen, open, close, busy } = dialog;
  const wasOpen = useRef(false);
  useEffect(() => {
    // The pressed button is gone after a document was received.
    if (wasOpen.current && !isOpen && !isEmpty) focusDocument(slot);
    wasOpen.current = isOpen;
  }, [isOpen, isEmpty, slot]);
  if ((!isEmpty && !isOpen) || !globalThis.crypto?.subtle) return null;
  const shown: Elements = dialog.shown({ draftId, slot, onClose: close });
  return (
    <>
      <Button size="sm" variant="quiet" data-part="phone" onClick={open} {...{ busy, disabled }}>
        Use your phone’s camera
      </Button>
      {shown}
    </>
  );
}
