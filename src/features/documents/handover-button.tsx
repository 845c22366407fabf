import { type ComponentType, lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { toast } from '#components/toasts.tsx';
import type { DraftsRoot } from '#features/drafts/draft-services.ts';
import { selectGiven } from '#features/drafts/drafts-slice.ts';
import { bring } from '#platform/bring.ts';

interface DialogProps {
  readonly draftId: string;
  readonly onClose: () => void;
}

/** Beside the save state: takes the draft to another device. Its scripts come when it is pressed. */
export function HandoverButton() {
  const draftId = useSelector(({ application: { draft, elsewhere } }: DraftsRoot) =>
    draft !== null && draft.revision > 0 && !elsewhere ? draft.id : undefined,
  );
  const [open, setOpen] = useState<{ readonly draftId: string; readonly Dialog: ComponentType<DialogProps> }>();
  const [busy, setBusy] = useState<string>();
  const press = async () => {
    if (draftId === undefined) return;
    setBusy('Opening…');
    try {
      const { HandoverDialog } = await bring(() => import('./handover/handover-dialog.tsx'));
      setOpen({ draftId, Dialog: HandoverDialog });
    } catch {
      toast.error('This could not be loaded. Check your connection and try again', { id: 'handover' });
    }
    setBusy(undefined);
  };
  return (
    <>
      {draftId !== undefined && (
        <Button size="sm" variant="quiet" onClick={() => void press()} {...(busy && { busy })}>
          Continue on another device
        </Button>
      )}
      {open && createPortal(<open.Dialog draftId={open.draftId} onClose={() => setOpen(undefined)} />, document.body)}
    </>
  );
}

const GivenNotice = lazy(async () => ({
  default: (await bring(() => import('./handover/given-notice.tsx'))).GivenNotice,
}));

/** Over a draft that can be opened on another device, or was. */
export function GivenNotices() {
  const draftId = useSelector(({ application }: DraftsRoot) => application.draft?.id ?? '');
  const given = useSelector((state: DraftsRoot) => selectGiven(state)[draftId]);
  if (given === undefined) return null;
  return (
    <Suspense>
      <GivenNotice key={draftId} draftId={draftId} state={given} />
    </Suspense>
  );
}
