import { useCallback, useEffect, useState } from 'react';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { useLateDialog } from '#components/late-dialog.ts';
import { bring } from '#platform/bring.ts';
import { readFrom } from '#platform/database.ts';
import { pageListSlot } from '#platform/page-keys.ts';
import type { ScanDialogProps } from './scan-dialog-props.ts';

/** Opens what makes a PDF of photos. Its scripts come when it is pressed, so that the form does not wait for them. */
export function ScanButton({
  isEmpty,
  disabled,
  variant = 'quiet',
  ...props
}: Omit<ScanDialogProps, 'onClose'> & ScanButtonProps) {
  const { draftId, slot } = props;
  const dialog = useLateDialog(async () => (await bring(() => import('./scan-dialog.tsx'))).ScanDialog, {
    toastId: 'document',
    tooOld: TOO_OLD,
  });
  const [count, setCount] = useState(0);
  const look = useCallback(() => void countPages(draftId, slot).then(setCount), [draftId, slot]);
  useEffect(look, [look]);
  const close = () => {
    dialog.close();
    look();
  };
  if (!isEmpty && count === 0 && !dialog.isOpen) return null;
  const shown: Elements = dialog.shown({ ...props, onClose: close });
  return (
    <>
      <Button size="sm" onClick={dialog.open} busy={dialog.busy} {...{ variant, disabled }}>
        {count === 0 ? 'Make a PDF from photos' : `Continue with ${count} ${count === 1 ? 'page' : 'pages'}`}
      </Button>
      {shown}
    </>
  );
}

interface ScanButtonProps {
  /** No document is in the slot. */
  readonly isEmpty: boolean;
  readonly disabled: boolean;
  readonly variant?: 'quiet' | 'primary';
}

const TOO_OLD = 'This browser is too old to make PDFs from photos. Please choose a PDF';

/** How many pages an earlier visit has left. */
const countPages = (draftId: string, slot: string): Promise<number> =>
  readFrom(['files'], ({ store }) => store.get([draftId, pageListSlot(slot)])).then(
    (list) => list?.pages?.length ?? 0,
    () => 0,
  );
