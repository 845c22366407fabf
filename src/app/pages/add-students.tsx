import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { useLateDialog } from '#components/late-dialog.ts';
import { styled } from '#components/styled.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';

const loadDialog = () =>
  importWithRetry(() => import('./add-students-dialog.tsx')).then(({ AddStudentsDialog }) => AddStudentsDialog);

const bringFolder = () =>
  importWithRetry(() => import('./add-documents-dialog.tsx')).then(({ AddDocumentsDialog }) => AddDocumentsDialog);

const Line = styled('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '1', _print: { display: 'none' } },
  variants: { compact: { true: { marginTop: '1' }, false: { marginTop: '4' } } },
});

/**
 * Opens the dialogs for a spreadsheet and for documents by folder. Their scripts are loaded on use. `compact`: students
 * are listed below.
 */
export function AddStudents({ compact }: { readonly compact: boolean }) {
  const size = compact ? 'sm' : 'md';
  const { busy, open, close, shown } = useLateDialog<{ readonly onClose: () => void }>(loadDialog, {
    toastId: 'sheet',
  });
  const folder = useLateDialog<{ readonly onClose: () => void }>(bringFolder, { toastId: 'folder' });
  const folderDialog: Elements = folder.shown({ onClose: folder.close });
  const studentsDialog: Elements = shown({ onClose: close });
  return (
    <Line compact={compact}>
      <Button size={size} icon="upload" busy={busy} onClick={() => void open()}>
        Add students from a spreadsheet
      </Button>
      <Button size={size} icon="file" busy={folder.busy} onClick={() => void folder.open()}>
        Attach documents from a folder
      </Button>
      {folderDialog}
      {studentsDialog}
    </Line>
  );
}
