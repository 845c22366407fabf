import type { UnknownAction } from '@reduxjs/toolkit';
import { Button } from '#components/button.tsx';
import { TOAST_MS, toast } from '#components/toasts.tsx';
import { isFilling } from '#platform/view-slice.ts';
import { type Draft, type DraftAnswers, newDraft } from './draft.ts';
import { putBack, readWhole, saveDraft, saveFailureReason } from './draft-database.ts';
import {
  answersChanged,
  deletedAdded,
  deletedRemoved,
  draftKept,
  draftRenamed,
  stepCompleted,
} from './draft-events.ts';
import type { DraftThunk } from './draft-services.ts';
import { summaryOf } from './draft-summary.ts';
import { findDraft, noteDraft } from './list-drafts.ts';
import { openDraft } from './open-draft.ts';
import { removeDraft, replaceDraft } from './remove-draft.ts';
import { flushDraft } from './save-draft.ts';
import { startingAnswers } from './starting-answers.ts';
import { draftTabs } from './tabs.ts';

/** The answers about the address and the agent, which one family or agent shares. */
const SHARED = new Set([
  ...['selectedAgent', 'agentName', 'agentEmail', 'howDidYouHearAboutUs'],
  ...['currentCountry', 'buildingPropertyName', 'flatUnitDetails', 'streetNumber', 'streetName'],
  ...['cityTownSuburb', 'state', 'postcode', 'hasPostalAddress', 'postalCountry', 'postalBuildingPropertyName'],
  ...['postalFlatUnitDetails', 'postalStreetNumber', 'postalStreetName', 'postalCityTownSuburb', 'postalState'],
  // The names that only the short application uses.
  ...['postalPostcode', 'country', 'buildingName', 'flatDetails'],
]);

/** The answers that another student may share: the agent's details and the address. */
function sharedAnswers(answers: DraftAnswers): DraftAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([name]) => SHARED.has(name)));
}

/** A draft that is not open was saved, so the list changes, here and in other tabs. */
const followSaved =
  (draft: Draft): DraftThunk<Promise<void>> =>
  async (dispatch) => {
    await dispatch(noteDraft(draft));
    dispatch(draftTabs()).announce({ type: 'saved', id: draft.id });
  };

/**
 * Makes a new draft with the agent's details and the address of another, never its identity or its documents. Resolves
 * to it once it is on the disk, or to undefined if the other is gone. Rejects if it could not be saved.
 */
export const duplicateDraft =
  (id: string): DraftThunk<Promise<Draft | undefined>> =>
  async (dispatch, getState) => {
    const { open } = getState().drafts;
    const original = open?.id === id ? open : await dispatch(findDraft(id));
    if (original === undefined) return undefined;
    const { variant } = original;
    const answers = { ...startingAnswers(variant), ...sharedAnswers(original.answers) };
    const copy = { ...newDraft(crypto.randomUUID(), variant, Date.now(), answers), revision: 1 };
    await saveDraft(copy);
    await dispatch(followSaved(copy));
    return copy;
  };

/**
 * Gives a draft the person's own name; '' removes it. Resolves to false if another tab owns the draft, or if it is
 * gone. A name is not an answer, so the 24 hours do not begin again.
 */
export const renameDraft =
  (id: string, label: string): DraftThunk<Promise<boolean>> =>
  (dispatch) =>
    dispatch(
      changeDraft(
        id,
        () => [draftRenamed(label)],
        (draft) => ({ ...draft, label }),
      ),
    );

/**
 * 'Keep it another 24 hours' for any draft of the list. Resolves to false if another tab owns it, or if it is gone.
 * Rejects if it could not be saved.
 */
export const keepDraft =
  (id: string): DraftThunk<Promise<boolean>> =>
  (dispatch) =>
    dispatch(
      changeDraft(
        id,
        () => [draftKept()],
        (draft) => ({ ...draft, changedAt: Date.now() }),
      ),
    );

/**
 * Gives any draft of the list these answers. `completedBy` says which steps are valid with all of its answers. Resolves
 * to false if another tab owns it, or if it is gone. Rejects if it could not be saved.
 */
export const answerDraft =
  (
    id: string,
    changes: DraftAnswers,
    completedBy: (answers: DraftAnswers) => readonly number[],
  ): DraftThunk<Promise<boolean>> =>
  (dispatch) => {
    const events = ({ answers }: Draft) => [
      answersChanged(changes),
      ...completedBy({ ...answers, ...changes }).map((step) => stepCompleted(step)),
    ];
    const change = (draft: Draft) => {
      const answers = { ...draft.answers, ...changes };
      const completedSteps = [...new Set([...draft.completedSteps, ...completedBy(answers)])].sort();
      return { ...draft, answers, completedSteps, changedAt: Date.now() };
    };
    return dispatch(changeDraft(id, events, change));
  };

/** Changes the open draft by events. Changes any other draft on the disk, and owns it until then. */
const changeDraft =
  (
    id: string,
    events: (draft: Draft) => readonly UnknownAction[],
    change: (draft: Draft) => Draft,
  ): DraftThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const { open: draft, elsewhere } = getState().drafts;
    if (draft?.id === id) {
      if (!elsewhere) for (const event of events(draft)) dispatch(event);
      return !elsewhere;
    }
    const tabs = dispatch(draftTabs());
    if (!(await tabs.acquire(id))) return false;
    try {
      const found = await dispatch(findDraft(id));
      if (found === undefined) return false;
      const changed = { ...change(found), revision: found.revision + 1 };
      await saveDraft(changed);
      await dispatch(followSaved(changed));
      return true;
    } finally {
      if (getState().drafts.open?.id !== id) tabs.release(id);
    }
  };

/**
 * Deletes a draft from this device at once, with an undo button in a toast and then in the list. Resolves to whether it
 * was deleted. If not, a toast says so.
 */
export const deleteWithUndo =
  (id: string): DraftThunk<Promise<boolean>> =>
  async (dispatch) => {
    const isGone = await dispatch(deleteAndRemember(id));
    dispatch(offerUndo([id]));
    return isGone;
  };

/** The same for several drafts, one after the other, with one undo button for all of them. */
export const deleteAllWithUndo =
  (ids: readonly string[]): DraftThunk<Promise<void>> =>
  async (dispatch) => {
    for (const id of ids) await dispatch(deleteAndRemember(id));
    dispatch(offerUndo(ids));
  };

/**
 * A tab that has the draft open saves and releases it first. Otherwise it would save the draft again, and undoing would
 * restore less. Resolves to whether it was deleted.
 */
const deleteAndRemember =
  (id: string): DraftThunk<Promise<boolean>> =>
  async (dispatch, getState, { deletions }) => {
    const { drafts, view } = getState();
    const wasOpen = drafts.open?.id === id;
    if (wasOpen && !drafts.elsewhere) await dispatch(flushDraft());
    else await dispatch(draftTabs()).takeOver(id);
    const whole = await readWhole(id, Date.now()).catch(() => undefined);
    const isGone = await dispatch(isFilling(view.current) ? replaceDraft(id) : removeDraft(id));
    if (whole !== undefined && isGone) deletions.set(id, { whole, wasOpen });
    return isGone;
  };

const offerUndo =
  (ids: readonly string[]): DraftThunk =>
  (dispatch, _getState, { deletions }) => {
    const deleted = ids.filter((id) => deletions.has(id));
    const [first, ...others] = deleted;
    if (first === undefined) return;
    const undo = async () => {
      toast.dismiss(toastOf(first));
      for (const id of deleted) await dispatch(undoDeletion(id));
    };
    toast(<Deleted count={1 + others.length} onUndo={() => void undo()} />, { id: toastOf(first) });
    setTimeout(() => {
      for (const id of deleted) {
        const deletion = deletions.get(id);
        if (deletion) dispatch(deletedAdded(summaryOf(deletion.whole.draft)));
      }
    }, TOAST_MS);
  };

/** Restores a deleted draft with its documents. If that fails, a toast says why, and it can be tried again. */
export const undoDeletion =
  (id: string): DraftThunk<Promise<void>> =>
  async (dispatch, getState, { deletions }) => {
    const deletion = deletions.get(id);
    if (deletion === undefined) return;
    deletions.delete(id);
    toast.dismiss(toastOf(id));
    try {
      await putBack(deletion.whole);
    } catch (failure) {
      deletions.set(id, deletion);
      dispatch(deletedAdded(summaryOf(deletion.whole.draft)));
      toast.error(saveFailureReason(failure));
      return;
    }
    dispatch(deletedRemoved(id));
    await dispatch(followSaved(deletion.whole.draft));
    if (deletion.wasOpen && isFilling(getState().view.current)) await dispatch(openDraft(id));
  };

const toastOf = (id: string) => `deleted ${id}`;

function Deleted({ count, onUndo }: { readonly count: number; readonly onUndo: () => void }) {
  return (
    <>
      <span>{count === 1 ? 'Deleted from this device.' : `${count} applications deleted from this device.`}</span>{' '}
      <Button size="sm" onClick={onUndo}>
        Undo
      </Button>
    </>
  );
}
