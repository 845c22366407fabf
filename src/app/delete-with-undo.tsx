import { Button } from '#components/button.tsx';
import { toast } from '#components/toast.ts';
import { putBack, readWhole, type WholeDraft } from '#lib/drafts/draft-storage.ts';
import { saveFailureReason } from '#lib/drafts/save-failure.ts';
import { closeDocuments } from './close-documents.ts';
import { noteDraft } from './list-drafts.ts';
import { openDraft, removeDraft, replaceDraft } from './open-draft.ts';
import { persistorOf } from './persistence.ts';
import type { AppStore } from './store.ts';
import { tabsOf } from './tabs.ts';
import { isFilling } from './view-slice.ts';

/** So long it can be undone. Nothing is left on the disk meanwhile: this page alone still holds it. */
const UNDO_MS = 8000;
const ERROR_MS = 6000;

/** Deletes a draft from this device at once, and offers to take that back. */
export async function deleteWithUndo(store: AppStore, id: string): Promise<void> {
  const { application, view } = store.getState();
  const wasOpen = application.draft?.id === id;
  if (wasOpen && !application.elsewhere) await persistorOf(store).flush();
  const whole = await readWhole(id, Date.now()).catch(() => undefined);
  await (isFilling(view.current) ? replaceDraft : removeDraft)(store, id);
  await closeDocuments(store, id);
  if (whole === undefined) return;
  const message = toast(<Deleted onUndo={() => void undo()} />, { duration: UNDO_MS });
  const undo = async () => {
    toast.dismiss(message);
    await bringBack(store, whole).catch((failure: unknown) =>
      toast.error(saveFailureReason(failure), { duration: ERROR_MS }),
    );
    if (wasOpen && isFilling(store.getState().view.current)) await openDraft(store, id);
  };
}

async function bringBack(store: AppStore, whole: WholeDraft): Promise<void> {
  await putBack(whole);
  await noteDraft(store, whole.draft);
  tabsOf(store).tell({ type: 'saved', id: whole.draft.id });
}

function Deleted({ onUndo }: { readonly onUndo: () => void }) {
  return (
    <>
      Deleted from this device.{' '}
      <Button size="sm" onClick={onUndo}>
        Undo
      </Button>
    </>
  );
}
