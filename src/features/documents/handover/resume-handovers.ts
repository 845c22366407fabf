import type { Draft } from '#features/drafts/draft.ts';
import { markWaiting } from '#features/drafts/draft-copy.ts';
import { slotsOf } from '#features/drafts/draft-database.ts';
import { draftNoted } from '#features/drafts/draft-events.ts';
import { listClaimed } from '#features/drafts/draft-notes.ts';
import { isInList, summaryOf } from '#features/drafts/draft-summary.ts';
import { draftTabs } from '#features/drafts/tabs.ts';
import { isTemporary, TransferFailure, transferCalls } from '../transfer/transfer-calls.ts';
import { type HandoverThunk, watchHandovers } from './handovers.ts';
import { activateReceived, discardOldReceived, discardReceived, isReceived } from './received-draft.ts';

/**
 * Called when a visit begins on a device with notes of handovers. Activates received drafts that were stored when the page
 * was killed, and watches offered links. Without an answer of the server, the next visit asks again.
 */
export const resumeHandovers = (): HandoverThunk<Promise<void>> => async (dispatch) => {
  dispatch(watchHandovers());
  await discardOldReceived(Date.now()).catch(() => {});
  for (const { relay, claim, draftId } of listClaimed()) {
    if (!(await isReceived(relay).catch(() => false))) continue;
    try {
      await transferCalls.acknowledge({ id: relay, secret: claim });
      const draft = await activateReceived(relay, Date.now());
      if (draft) await dispatch(addToList(draft));
    } catch (failure) {
      if (failure instanceof TransferFailure && !isTemporary(failure))
        await discardReceived(relay, draftId).catch(() => {});
    }
  }
};

/** Adds the draft to the list of this device. */
export const addToList =
  (draft: Draft): HandoverThunk<Promise<void>> =>
  async (dispatch) => {
    dispatch(draftNoted(summaryOf(draft, await slotsOf(draft.id).catch(() => []))));
    if (isInList(draft)) markWaiting(true);
    dispatch(draftTabs()).announce({ type: 'saved', id: draft.id });
  };
