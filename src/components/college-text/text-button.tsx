import type { CollegeTextName } from '#contract/college.ts';
import { useCollegeTexts } from '#platform/college-api.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { Button } from '../button.tsx';
import type { Elements } from '../elements.ts';
import { useLateDialog } from '../late-dialog.ts';
import type { TextDialogProps } from './text-dialog.tsx';

const loadDialog = () => importWithRetry(() => import('./text-dialog.tsx')).then((part) => part.TextDialog);

interface TextButtonProps {
  readonly name: CollegeTextName;
  readonly children: string;
}

/** Opens a text of the college; nothing where the college has not written it. */
export function TextButton({ name, children }: TextButtonProps) {
  const text = useCollegeTexts().data?.[name];
  const dialog = useLateDialog<TextDialogProps>(loadDialog, { toastId: `college ${name}` });
  if (text === undefined) return null;
  const shown: Elements = dialog.shown({ text, onClose: dialog.close });
  return (
    <>
      <Button size="sm" icon="file" busy={dialog.busy} onClick={() => void dialog.open()}>
        {children}
      </Button>
      {shown}
    </>
  );
}
