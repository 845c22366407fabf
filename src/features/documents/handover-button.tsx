import { lazy, Suspense, useState } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { useLateDialog } from '#components/late-dialog.ts';
import type { DraftsRoot } from '#features/drafts/draft-services.ts';
import { selectHandovers } from '#features/drafts/drafts-slice.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';

/** Beside the save state: moves the draft to another device. Its scripts load when it is pressed. */
export function HandoverButton() {
  const draftId = useSelector(({ drafts: { open, elsewhere } }: DraftsRoot) =>
    open !== null && open.revision > 0 && !elsewhere ? open.id : undefined,
  );
  /** The draft that it was pressed for. When the scripts have loaded, another may be open, or this one be read-only. */
  const [wanted, setWanted] = useState('');
  const dialog = useLateDialog(
    async () => (await importWithRetry(() => import('./handover/handover-dialog.tsx'))).HandoverDialog,
    {
      toastId: 'handover',
    },
  );
  const press = (id: string) => {
    setWanted(id);
    void dialog.open();
  };
  const shown: Elements = dialog.shown({ draftId: wanted, onClose: dialog.close });
  return (
    <>
      {draftId !== undefined && (
        <Button size="sm" variant="quiet" onClick={() => press(draftId)} busy={dialog.busy}>
          Continue on another device
        </Button>
      )}
      {shown}
    </>
  );
}

const HandoverNotice = lazy(async () => ({
  default: (await importWithRetry(() => import('./handover/handover-notice.tsx'))).HandoverNotice,
}));

/** Over a draft that can be opened on another device, or was. */
export function HandoverNotices() {
  const draftId = useSelector(({ drafts }: DraftsRoot) => drafts.open?.id ?? '');
  const handover = useSelector((state: DraftsRoot) => selectHandovers(state)[draftId]);
  if (handover === undefined) return null;
  return (
    <Suspense>
      <HandoverNotice key={draftId} draftId={draftId} state={handover} />
    </Suspense>
  );
}
