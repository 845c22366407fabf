import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { toast } from '#components/toasts.tsx';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { listConfirmed } from '#features/drafts/draft-database.ts';
import { draftKept, draftTakenOver } from '#features/drafts/draft-events.ts';
import {
  findHandover,
  forgetHandover,
  type HandoverNote,
  listHandovers,
  noteHandover,
} from '#features/drafts/draft-notes.ts';
import type { DraftServices, DraftsRoot } from '#features/drafts/draft-services.ts';
import { updateHandovers } from '#features/drafts/list-drafts.ts';
import { flushDraft, flushForms } from '#features/drafts/save-draft.ts';
import { continueHere } from '#features/drafts/take-over.ts';
import { ageOf } from '#platform/age.ts';
import { type DocumentServices, documentsEngine } from '../documents-engine.ts';
import { type DocumentsRoot, selectDraftDocuments } from '../documents-slice.ts';
import { endOf, TransferFailure, transferCalls } from '../transfer/transfer-calls.ts';
import { type Collected, collect } from './collect.ts';
import { bytesOf, withoutPages } from './draft-bundle.ts';
import { createDraftSender, type DraftSender } from './draft-sender.ts';
import { WORDS } from './handover-words.ts';

type HandoverRoot = DraftsRoot & DocumentsRoot;
export type HandoverThunk<Result = void> = ThunkAction<
  Result,
  HandoverRoot,
  DraftServices & DocumentServices,
  UnknownAction
>;

/** The senders of this page by draft. A link is stored nowhere else. */
const senders = new Map<string, DraftSender>();

/** The open draft with its files, as it is now. Null if it was confirmed, or if another tab owns it. */
export const collectOpen =
  (): HandoverThunk<Promise<(Collected & { readonly leavesPages: boolean }) | null>> => async (dispatch, getState) => {
    flushForms();
    // Its 24 hours begin now, with those of the link.
    dispatch(draftKept());
    await dispatch(flushDraft());
    const { open: draft, elsewhere } = getState().drafts;
    if (draft === null || elsewhere) return null;
    if ((await listConfirmed().catch(() => new Set())).has(draft.id)) return null;
    const engine = dispatch(documentsEngine());
    await engine.open(draft.id);
    const all = await collect(draft, selectDraftDocuments(getState(), draft.id), engine);
    const leavesPages = bytesOf(all) > TOTAL_DOCUMENT_BYTES;
    return { ...all, ...(leavesPages && withoutPages(all)), leavesPages };
  };

/** The sender of a draft. It is made at the first call. */
export const senderOf =
  (draftId: string): HandoverThunk<DraftSender> =>
  (dispatch, getState) => {
    const sender =
      senders.get(draftId) ??
      createDraftSender({
        isUnchanged({ id, revision }) {
          const { open: draft, elsewhere } = getState().drafts;
          return !elsewhere && draft?.id === id && draft.revision === revision;
        },
        onOffered() {
          dispatch(updateHandovers());
          dispatch(draftTakenOver(draftId));
          dispatch(watchHandovers());
        },
      });
    senders.set(draftId, sender);
    return sender;
  };

/** Cancels the link of the open draft. Resolves to whether the draft can be changed here now. If not, a toast says why. */
export const withdraw =
  (draftId: string): HandoverThunk<Promise<boolean>> =>
  async (dispatch) => {
    const note = findHandover(draftId);
    if (note === undefined) return true;
    const access = { id: note.relay, secret: note.writer };
    const state = await transferCalls.cancel(access).then(({ state }) => state, stateAfter);
    if (state === 'unknown') toast.error(WORDS.notWithdrawn, { id: 'handover' });
    else if (state === 'taken') dispatch(markTaken(draftId));
    else {
      senders.delete(draftId);
      await dispatch(continueHere());
      toast.success(WORDS.withdrawn, { id: 'handover' });
      return true;
    }
    return false;
  };

/** Makes the copy here editable again, also after it was opened elsewhere: the person knows that both could be sent. */
export const continueAnyway =
  (draftId: string): HandoverThunk<Promise<void>> =>
  async (dispatch) => {
    const note = findHandover(draftId);
    // This fails if the link was opened, or without a connection.
    if (note?.state === 'offered') void transferCalls.cancel({ id: note.relay, secret: note.writer }).catch(() => {});
    senders.delete(draftId);
    await dispatch(continueHere());
  };

const markTaken =
  (draftId: string): HandoverThunk =>
  (dispatch) => {
    const note = findHandover(draftId);
    if (note) noteHandover({ ...note, state: 'taken', at: Date.now() });
    senders.delete(draftId);
    dispatch(updateHandovers());
  };

/** How a handover ended that the server no longer shows. `unknown` if the server did not answer. */
function stateAfter(failure: unknown): 'cancelled' | 'taken' | 'unknown' {
  if (!(failure instanceof TransferFailure)) throw failure;
  const end = endOf(failure);
  if (end === undefined) return 'unknown';
  return end === 'used' ? 'taken' : 'cancelled';
}

/** All requests of a school may come from one address, and share its rate limit. */
const SHORTEST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 60_000;
/** Most links are opened soon or much later, so an old link is checked less often. */
const PART_OF_AGE = 0.1;
let isWatching = false;

/** Milliseconds until the next check, by the age of the latest link. */
const waitBeforeCheck = (offered: readonly HandoverNote[], now: number): number => {
  const age = Math.min(...offered.map(({ at }) => ageOf(at, now)));
  return Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, age * PART_OF_AGE));
};

/** Checks the offered links while the page is visible. A second call does nothing. */
export const watchHandovers = (): HandoverThunk => (dispatch) => {
  if (isWatching) return;
  isWatching = true;
  const check = async () => {
    const offered = listHandovers().filter(({ state }) => state === 'offered');
    if (offered.length === 0) {
      isWatching = false;
      return;
    }
    if (!document.hidden) for (const { id } of offered) await dispatch(checkHandover(id));
    setTimeout(() => void check(), waitBeforeCheck(offered, Date.now()));
  };
  void check();
};

const checkHandover =
  (draftId: string): HandoverThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const note = findHandover(draftId);
    if (note?.state !== 'offered') return;
    const state = await transferCalls
      .view({ id: note.relay, secret: note.writer })
      .then(({ state }) => state, stateAfter);
    if (findHandover(draftId)?.relay !== note.relay) return;
    if (state === 'taken') dispatch(markTaken(draftId));
    // It was not opened, and can no longer be.
    if (state !== 'cancelled') return;
    senders.delete(draftId);
    if (getState().drafts.open?.id === draftId) await dispatch(continueHere());
    else {
      forgetHandover(draftId);
      dispatch(updateHandovers());
    }
  };
