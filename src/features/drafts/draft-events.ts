import { createAction } from '@reduxjs/toolkit';
import { REHYDRATE } from 'redux-persist';
import type { Draft, DraftAnswers } from './draft.ts';
import type { HandoverState } from './draft-notes.ts';
import type { DraftSummary } from './draft-summary.ts';

/** Why a draft could not be saved, in words for the person who fills it in. */
export interface SaveFailure {
  readonly reason: string;
}

/**
 * What happens to drafts, as events. In order, they tell the story of an application. Later features follow them, too.
 */
export const draftCreated = createAction<Draft>('drafts/created');
interface Restored {
  readonly open: Draft;
}

/**
 * A saved draft was restored and is open now. redux-persist dispatches it once for each store, without a payload if
 * there was no draft. For every other draft, this code dispatches it.
 */
export const draftRestored = createAction(REHYDRATE, (open: Draft): { payload: Restored | undefined } => ({
  payload: { open },
}));
/** The disk does not have the restored draft as it is here, so it must be saved. */
export const draftUnsaved = createAction('drafts/unsaved');
/** The open draft was put away. Its saved state stays. */
export const draftParked = createAction('drafts/parked');
export const draftDeleted = createAction<string>('drafts/deleted');
/** A deleted draft can be restored until the page is left. The list shows it once the toast is gone. */
export const deletedAdded = createAction<DraftSummary>('drafts/deletedAdded');
export const deletedRemoved = createAction<string>('drafts/deletedRemoved');
export const draftExpired = createAction<string>('drafts/expired');
/** The drafts found on this device. */
export const draftsListed = createAction<readonly DraftSummary[]>('drafts/listed');
/** The scripts that list the drafts of this device could not be loaded. */
export const draftsNotListed = createAction('drafts/notListed');
/** This device could not be read, so it is not known what is saved on it. */
export const draftsNotRead = createAction('drafts/notRead');
/** A draft that is not open was changed in another tab, created or restored, so that the list must change. */
export const draftNoted = createAction<DraftSummary>('drafts/noted');
/** The person's own name for the open draft. */
export const draftRenamed = createAction('drafts/renamed', (label: string) => ({ payload: { label } }));

/** A draft that another tab owns was brought to the screen, read-only. */
export const draftShown = createAction<Draft>('drafts/shown');
/** Another tab took the open draft over. It is read-only here from now on. */
export const draftTakenOver = createAction<string>('drafts/takenOver');

/** Answers that this page could not save while another tab had the draft. `revision` is the revision here. */
export const unsavedAnswersAdded = createAction(
  'drafts/unsavedAnswersAdded',
  (changes: DraftAnswers, revision: number) => ({ payload: { changes, revision, at: Date.now() } }),
);

/** Another tab has written this draft. */
export const draftSavedElsewhere = createAction<string>('drafts/savedElsewhere');
/** Another tab has deleted this draft from the device. */
export const draftDeletedElsewhere = createAction<string>('drafts/deletedElsewhere');

/** Another tab was opened with the page of another release. This is the mark of that release (build/prerender.ts). */
export const otherReleaseOpened = createAction<string>('app/otherReleaseOpened');

/** The drafts that go to another device, or went there, according to the notes of this device (draft-notes.ts). */
export const handoversListed = createAction<Readonly<Record<string, HandoverState>>>('drafts/handoversListed');

/** The first key since the last pause. The screen is ahead of the store. */
export const typingStarted = createAction('drafts/typingStarted');
export const answersChanged = createAction('drafts/answersChanged', (changes: DraftAnswers) => ({
  payload: { changes, at: Date.now() },
}));
/**
 * A document of the draft was attached, replaced or removed, so its 24 hours start again. `slots` are those that have a
 * document now.
 */
export const documentsChanged = createAction(
  'drafts/documentsChanged',
  (draftId: string, slots: readonly string[]) => ({ payload: { draftId, slots, at: Date.now() } }),
);
/** 'Keep it another 24 hours.' */
export const draftKept = createAction('drafts/kept', () => ({ payload: { at: Date.now() } }));
export const stepCompleted = createAction<number>('drafts/stepCompleted');
export const stepOpened = createAction<number>('drafts/stepOpened');

export const draftSaved = createAction<{ readonly id: string; readonly revision: number; readonly at: number }>(
  'drafts/saved',
);
export const saveFailed = createAction<SaveFailure>('drafts/saveFailed');
/** A failed save is retried. */
export const saveRetried = createAction('drafts/saveRetried');
/** Drafts with unreadable saved states, which are in quarantine and can be downloaded. */
export const draftsSetAside = createAction<readonly string[]>('drafts/setAside');
