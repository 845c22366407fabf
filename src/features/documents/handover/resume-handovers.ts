import type { Draft } from '#features/drafts/draft.ts';
import { markWaiting } from '#features/drafts/draft-copy.ts';
import { slotsOf } from '#features/drafts/draft-database.ts';
import { draftNoted } from '#features/drafts/draft-events.ts';
import { listClaimed } from '#features/drafts/draft-notes.ts';
import { isInList, summaryOf } from '#features/drafts/draft-summary.ts';
import { draftTabs } from '#features/drafts/tabs.ts';
import { isPassing, TransferFailure, transferCalls } from '../transfer/transfer-calls.ts';
import { discardArriving, discardOldArriving, isArriving, settleArriving } from './arriving-draft.ts';
import { type HandoverThunk, watchGiven } from './givings.ts';

/**
 * A visit begins on a device that gives or takes drafts: what all is there of and was not settled, since the page was
 * killed in between, is settled now; what can be opened elsewhere is watched. Where there is no answer, the next visit
 * asks again.
 */
export const resumeHandovers = (): HandoverThunk<Promise<void>> => async (dispatch) => {
  dispatch(watchGiven());
  await discardOldArriving(Date.now()).catch(() => {});
  for (const { relay, claim, draftId } of listClaimed()) {
    if (!(await isArriving(relay).catch(() => false))) continue;
    try {
      await transferCalls.acknowledge({ id: relay, secret: claim });
      const draft = await settleArriving(relay, Date.now());
      if (draft) await dispatch(listTaken(draft));
    } catch (failure) {
      if (failure instanceof TransferFailure && !isPassing(failure))
        await discardArriving(relay, draftId).catch(() => {});
    }
  }
};

/** The list of this device has it from now on. */
export const listTaken =
  (draft: Draft): HandoverThunk<Promise<void>> =>
  async (dispatch) => {
    dispatch(draftNoted(summaryOf(draft, await slotsOf(draft.id).catch(() => []))));
    if (isInList(draft)) markWaiting(true);
    dispatch(draftTabs()).announce({ type: 'saved', id: draft.id });
  };
