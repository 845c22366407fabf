import { Button } from '#components/button.tsx';
import { toast } from '#components/toasts.tsx';
import { saveFile } from '#platform/save-file.ts';
import type { Draft } from './draft.ts';

/** Says why no other application is opened, and offers the answers as a file (R6.10). */
export function tellUnsaved({ answers }: Draft): void {
  const download = () =>
    saveFile(new Blob([JSON.stringify(answers, null, 2)], { type: 'application/json' }), 'application-answers.json');
  toast.error(
    <>
      <span>
        We could not save your answers on this device, so we keep this application open. Make some room on the device
        and try again, or download a copy.
      </span>{' '}
      <Button size="sm" onClick={download}>
        Download a copy
      </Button>
    </>,
    { id: 'not saved' },
  );
}
