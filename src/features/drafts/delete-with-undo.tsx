import type { AppStore } from '#app/store.ts';
import { Button } from '#components/button.tsx';
import { toast } from '#components/toast.ts';
import { isFilling } from '#platform/view-slice.ts';
import { undoOffered, undoWithdrawn } from './draft-events.ts';
import { putBack, readWhole, type WholeDraft } from './draft-storage.ts';
import { summaryOf } from './draft-summary.ts';
import { noteDraft } from './list-drafts.ts';
import { openDraft, removeDraft, replaceDraft } from './open-draft.ts';
import { persistorOf } from './persistence.ts';
import { saveFailureReason } from './save-failure.ts';
import { tabsOf } from './tabs.ts';

/** Toasts stay 4 to 6 s in the forms (specification, section 9); then the list itself offers the undo. */
const TOAST_MS = 6000;

interface Deletion {
  readonly whole: WholeDraft;
  /** It stood on the screen, so that is where undoing brings it back to. */
  readonly wasOpen: boolean;
}

/** What was deleted since the page was opened. Nothing of it is on the disk: leaving the page ends it. */
const deletions = new Map<string, Deletion>();

/** Deletes a draft from this device at once, and offers to undo that: in a toast, then in the list. */
export async function deleteWithUndo(store: AppStore, id: string): Promise<void> {
  const { application, view } = store.getState();
  const wasOpen = application.draft?.id === id;
  if (wasOpen && !application.elsewhere) await persistorOf(store).flush();
  const whole = await readWhole(id, Date.now()).catch(() => undefined);
  await (isFilling(view.current) ? replaceDraft : removeDraft)(store, id);
  if (whole === undefined) return;
  deletions.set(id, { whole, wasOpen });
  toast(<Deleted onUndo={() => void undoDeletion(store, id)} />, { id: toastOf(id), duration: TOAST_MS });
  setTimeout(() => {
    if (deletions.has(id)) store.dispatch(undoOffered(summaryOf(whole.draft)));
  }, TOAST_MS);
}

/** Brings a deleted draft back with its documents; where that fails it says why, and can be tried again. */
export async function undoDeletion(store: AppStore, id: string): Promise<void> {
  const deletion = deletions.get(id);
  if (deletion === undefined) return;
  deletions.delete(id);
  toast.dismiss(toastOf(id));
  try {
    await putBack(deletion.whole);
  } catch (failure) {
    deletions.set(id, deletion);
    store.dispatch(undoOffered(summaryOf(deletion.whole.draft)));
    toast.error(saveFailureReason(failure), { duration: TOAST_MS });
    return;
  }
  store.dispatch(undoWithdrawn(id));
  await noteDraft(store, deletion.whole.draft);
  tabsOf(store).tell({ type: 'saved', id });
  if (deletion.wasOpen && isFilling(store.getState().view.current)) await openDraft(store, id);
}

const toastOf = (id: string) => `deleted ${id}`;

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
