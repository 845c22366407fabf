import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { toast } from '#components/toasts.tsx';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { listConfirmed } from '#features/drafts/draft-database.ts';
import { draftKept, draftTakenOver } from '#features/drafts/draft-events.ts';
import { findGiven, forgetGiven, type GivenNote, listGiven, noteGiven } from '#features/drafts/draft-notes.ts';
import type { DraftServices, DraftsRoot } from '#features/drafts/draft-services.ts';
import { updateGiven } from '#features/drafts/list-drafts.ts';
import { flushDraft, flushForms } from '#features/drafts/save-draft.ts';
import { continueHere } from '#features/drafts/take-over.ts';
import { ageOf } from '#platform/age.ts';
import { type DocumentServices, documentsEngine } from '../documents-engine.ts';
import { type DocumentsRoot, selectDraftDocuments } from '../documents-slice.ts';
import { endOf, TransferFailure, transferCalls } from '../transfer/transfer-calls.ts';
import { type Collected, collect } from './collect.ts';
import { createGiving, type Giving } from './giving.ts';
import { WORDS } from './handover-words.ts';
import { bytesOf, withoutPages } from './parcel.ts';

type GivingRoot = DraftsRoot & DocumentsRoot;
export type HandoverThunk<Result = void> = ThunkAction<
  Result,
  GivingRoot,
  DraftServices & DocumentServices,
  UnknownAction
>;

/** The givings of this page by draft: a link is kept nowhere else. */
const givings = new Map<string, Giving>();

/** What would go along of the open draft, as it is now; null where it waits to be sent, or is none of this tab. */
export const collectOpen =
  (): HandoverThunk<Promise<(Collected & { readonly leavesPages: boolean }) | null>> => async (dispatch, getState) => {
    flushForms();
    // Whoever hands it over counts on it: its 24 hours begin now, as those of the link.
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

/** The giving of a draft, made when it is first asked for. */
export const givingOf =
  (draftId: string): HandoverThunk<Giving> =>
  (dispatch, getState) => {
    const giving =
      givings.get(draftId) ??
      createGiving({
        isStill({ id, revision }) {
          const { open: draft, elsewhere } = getState().drafts;
          return !elsewhere && draft?.id === id && draft.revision === revision;
        },
        onOffered() {
          dispatch(updateGiven());
          dispatch(draftTakenOver(draftId));
          dispatch(watchGiven());
        },
      });
    givings.set(draftId, giving);
    return giving;
  };

/** Takes the link of the open draft back. Resolves to whether it can be changed here now; says why not. */
export const withdraw =
  (draftId: string): HandoverThunk<Promise<boolean>> =>
  async (dispatch) => {
    const note = findGiven(draftId);
    if (note === undefined) return true;
    const access = { id: note.relay, secret: note.writer };
    const standing = await transferCalls.cancel(access).then(({ state }) => state, standingAfter);
    if (standing === 'unknown') toast.error(WORDS.notWithdrawn, { id: 'handover' });
    else if (standing === 'taken') dispatch(markTaken(draftId));
    else {
      givings.delete(draftId);
      await dispatch(continueHere());
      toast.success(WORDS.withdrawn, { id: 'handover' });
      return true;
    }
    return false;
  };

/** The copy is changed here again, whatever the other device does: the person knows that both could be sent. */
export const goOnAnyway =
  (draftId: string): HandoverThunk<Promise<void>> =>
  async (dispatch) => {
    const note = findGiven(draftId);
    // As far as it can be: where it was opened, or there is no connection, it stays as it is.
    if (note?.state === 'offered') void transferCalls.cancel({ id: note.relay, secret: note.writer }).catch(() => {});
    givings.delete(draftId);
    await dispatch(continueHere());
  };

const markTaken =
  (draftId: string): HandoverThunk =>
  (dispatch) => {
    const note = findGiven(draftId);
    if (note) noteGiven({ ...note, state: 'taken', at: Date.now() });
    givings.delete(draftId);
    dispatch(updateGiven());
  };

/** How a handover ended that the server does not show any more; `unknown` where it gave no answer. */
function standingAfter(failure: unknown): 'cancelled' | 'taken' | 'unknown' {
  if (!(failure instanceof TransferFailure)) throw failure;
  const end = endOf(failure);
  if (end === undefined) return 'unknown';
  return end === 'used' ? 'taken' : 'cancelled';
}

/** A school stands behind one address, of which all requests are counted together. */
const SHORTEST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 60_000;
/** Most links are opened soon or much later: what has waited long may be noticed later. */
const SHARE_OF_AGE = 0.1;
let isWatching = false;

/** Milliseconds until the next question, by the age of the latest link. */
const waitBeforeLook = (offered: readonly GivenNote[], now: number): number => {
  const age = Math.min(...offered.map(({ at }) => ageOf(at, now)));
  return Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, age * SHARE_OF_AGE));
};

/** Asks, while the page is seen, what became of the drafts that can be opened elsewhere; a second time changes nothing. */
export const watchGiven = (): HandoverThunk => (dispatch) => {
  if (isWatching) return;
  isWatching = true;
  const look = async () => {
    const offered = listGiven().filter(({ state }) => state === 'offered');
    if (offered.length === 0) {
      isWatching = false;
      return;
    }
    if (!document.hidden) for (const { id } of offered) await dispatch(lookAt(id));
    setTimeout(() => void look(), waitBeforeLook(offered, Date.now()));
  };
  void look();
};

const lookAt =
  (draftId: string): HandoverThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const note = findGiven(draftId);
    if (note?.state !== 'offered') return;
    const standing = await transferCalls
      .view({ id: note.relay, secret: note.writer })
      .then(({ state }) => state, standingAfter);
    if (findGiven(draftId)?.relay !== note.relay) return;
    if (standing === 'taken') dispatch(markTaken(draftId));
    // Nobody has opened it, and nobody can.
    if (standing !== 'cancelled') return;
    givings.delete(draftId);
    if (getState().drafts.open?.id === draftId) await dispatch(continueHere());
    else {
      forgetGiven(draftId);
      dispatch(updateGiven());
    }
  };
