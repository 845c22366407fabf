import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { useLateDialog } from '#components/late-dialog.ts';
import { styled } from '#components/styled.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';

// Its text, not its padding, aligns with the text above.
const Line = styled('p', {
  base: {
    marginTop: '3',
    marginInlineStart: '-1.5',
    _print: { display: 'none' },
    '& > button': { textAlign: 'start' },
  },
});

/** Shown with an agent's students and with the list of drafts. The dialog says what would be erased, and asks twice. */
export function EraseButton() {
  const dialog = useLateDialog(async () => (await importWithRetry(() => import('./erase-dialog.tsx'))).EraseDialog, {
    toastId: 'erase',
  });
  const shown: Elements = dialog.shown({ onClose: dialog.close });
  return (
    <Line>
      <Button size="sm" variant="quietDanger" icon="trash" busy={dialog.busy} onClick={() => void dialog.open()}>
        Erase everything on this device
      </Button>
      {shown}
    </Line>
  );
}
