import { addListener, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { documentsChanged, draftTakenOver } from '#features/drafts/draft-events.ts';
import { type DocumentsRoot, type DocumentsStore, draftLeft, selectDraftDocuments } from '../documents-slice.ts';
import { keptPages } from './kept-pages.ts';
import { createScanWork, type ScanWork } from './scan-work.ts';

/** What the work on pages offers to every thunk. */
export interface ScanServices {
  /** Made when the person first makes a PDF of photos. */
  scans?: ScanWorks;
}

interface WorkOnSlot {
  readonly draftId: string;
  readonly slot: string;
  readonly work: ScanWork;
}

/**
 * The works of a store, by draft and slot. They outlive the dialog: pages that the disk could not take stay in memory.
 * They are apart from the state, which has neither names nor bytes of pages.
 */
function createScanWorks(store: DocumentsStore) {
  const works = new Map<string, WorkOnSlot>();

  async function end({ draftId, slot, work }: WorkOnSlot, isGone: boolean): Promise<void> {
    works.delete(`${draftId}/${slot}`);
    await work.end();
    // Something may have been on its way to the disk when the draft went.
    if (isGone) await keptPages.put(draftId, slot, []).catch(() => {});
  }
  store.dispatch(
    addListener({
      matcher: draftLeft,
      effect: (action) => {
        for (const one of works.values())
          if (one.draftId === action.payload) void end(one, !draftTakenOver.match(action));
      },
    }),
  );
  return (draftId: string, slot: string): ScanWork => {
    const known = works.get(`${draftId}/${slot}`)?.work;
    if (known) return known;
    const onChange = () => {
      const slots = Object.keys(selectDraftDocuments(store.getState(), draftId));
      store.dispatch(documentsChanged(draftId, slots));
    };
    const work = createScanWork({ draftId, slot, onChange });
    works.set(`${draftId}/${slot}`, { draftId, slot, work });
    return work;
  };
}
type ScanWorks = ReturnType<typeof createScanWorks>;

/** The work on the pages of one slot of a draft. */
export const scanWorkOn =
  (draftId: string, slot: string): ThunkAction<ScanWork, DocumentsRoot, ScanServices, UnknownAction> =>
  (dispatch, getState, services) => {
    services.scans ??= createScanWorks({ dispatch, getState });
    return services.scans(draftId, slot);
  };
