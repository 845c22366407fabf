import { Button } from '#components/button.tsx';
import { styled } from '#components/styled.ts';
import { useLateDialog } from '#features/documents/late-dialog.ts';
import { bring } from '#platform/bring.ts';

const bringDialog = () =>
  bring(() => import('./add-students-dialog.tsx')).then(({ AddStudentsDialog }) => AddStudentsDialog);

const Line = styled('div', { base: { marginTop: '4', _print: { display: 'none' } } });

/** Leads from the agents' page to the dialog for a spreadsheet, whose scripts come when somebody wants it. */
export function AddStudents() {
  const { busy, open, close, shown } = useLateDialog<{ readonly onClose: () => void }>(bringDialog, {
    toastId: 'sheet',
  });
  return (
    <Line>
      <Button icon="upload" disabled={busy !== undefined} onClick={() => void open()}>
        {busy ?? 'Add students from a spreadsheet'}
      </Button>
      {shown({ onClose: close })}
    </Line>
  );
}
