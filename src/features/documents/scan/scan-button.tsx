import { useCallback, useEffect, useState } from 'react';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { useLateDialog } from '#components/late-dialog.ts';
import { toast } from '#components/toasts.tsx';
import { readFrom } from '#platform/database.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { pageListSlot } from '#platform/scan-slots.ts';
import type { ScanDialogProps } from './scan-dialog-props.ts';

/** Opens the dialog that makes a PDF of photos. Its scripts load when it is pressed, so that the form need not wait. */
export function ScanButton({
  isEmpty,
  disabled,
  variant = 'quiet',
  photo,
  ...props
}: Omit<ScanDialogProps, 'onClose' | 'first'> & ScanButtonProps) {
  const { draftId, slot } = props;
  const dialog = useLateDialog(async () => (await importWithRetry(() => import('./scan-dialog.tsx'))).ScanDialog, {
    toastId: 'document',
    tooOld: TOO_OLD,
  });
  const [count, setCount] = useState(0);
  const [first, setFirst] = useState<File>();
  const look = useCallback(() => void countPages(draftId, slot).then(setCount), [draftId, slot]);
  useEffect(look, [look]);
  const close = () => {
    dialog.close();
    look();
  };
  const open = (file?: File) => () => {
    if (typeof OffscreenCanvas !== 'function') return void toast.error(TOO_OLD, { id: 'document' });
    setFirst(file);
    void dialog.open();
  };
  const shown: Elements = dialog.shown({ ...props, first, onClose: close });
  return (
    <>
      {photo && (
        <Button size="sm" onClick={open(photo)} busy={dialog.busy} disabled={disabled}>
          Make a PDF of this photo
        </Button>
      )}
      {(isEmpty || count > 0 || dialog.isOpen) && (
        <Button size="sm" onClick={open()} busy={photo ? undefined : dialog.busy} {...{ variant, disabled }}>
          {count === 0 ? 'Make a PDF from photos or PDFs' : `Continue with ${count} ${count === 1 ? 'page' : 'pages'}`}
        </Button>
      )}
      {shown}
    </>
  );
}

interface ScanButtonProps {
  /** No document is in the slot. */
  readonly isEmpty: boolean;
  readonly disabled: boolean;
  readonly variant?: 'quiet' | 'primary';
  /** A photo that was chosen in place of a PDF: one press makes the PDF of it. */
  readonly photo?: File | undefined;
}

const TOO_OLD = 'This browser is too old to make PDFs from photos. Please choose a PDF';

/** How many pages an earlier visit has left. */
const countPages = (draftId: string, slot: string): Promise<number> =>
  readFrom(['files'], ({ store }) => store.get([draftId, pageListSlot(slot)])).then(
    (list) => list?.pages?.length ?? 0,
    () => 0,
  );
