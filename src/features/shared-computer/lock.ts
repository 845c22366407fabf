import { isUnsavedHere } from '#features/drafts/application-slice.ts';
import { type Draft, studentName } from '#features/drafts/draft.ts';
import { readCopy } from '#features/drafts/draft-copy.ts';
import { selectDrafts } from '#features/drafts/drafts-slice.ts';
import { flushDraft, keepOnLeaving, takeInForms } from '#features/drafts/save-draft.ts';
import type { SubmissionThunk } from '#features/submission/submission-services.ts';
import { closeDatabase, whenWritten } from '#platform/database.ts';
import { leaveLocked } from '#platform/sealed/arrive.ts';
import { tellLocked } from '#platform/sealed/link.ts';
import { vault } from '#platform/sealed/vault-state.ts';
import { holdSealed } from './held-text.ts';

/** So long a save of answers may take; what is not written then is in the copy made on leaving, or is held as sealed text. */
const LIMIT_MS = 5000;

/**
 * Locks by hand: what is open is saved, then every tab forgets the keys and is loaded anew. Comes back only where changes
 * can be kept nowhere, with the names of the students whose changes these are; then nothing was locked.
 */
export const lockNow = (): SubmissionThunk<Promise<readonly string[]>> => async (dispatch, getState) => {
  const before = vault.state();
  if (before === 'locking') return [];
  const { drafts, documentsOf } = await dispatch(putAway());
  const students = [
    ...documentsOf.map((id) => [id, selectDrafts(getState())[id] ?? {}] as const),
    ...drafts.map(({ id, answers }) => [id, answers] as const),
  ];
  if (students.length > 0) {
    vault.set(before);
    return [...new Map(students).values()].map((student) => studentName(student) || 'a student without a name');
  }
  tellLocked();
  await leave();
  return [];
};

/** Locks by itself, or by hand after somebody was told: what nothing keeps stays with this tab as sealed text. */
export const lockAnyway = (): SubmissionThunk<Promise<void>> => async (dispatch) => {
  if (vault.state() === 'locking') return;
  holdSealed((await dispatch(putAway())).drafts);
  tellLocked();
  await leave();
};

/** The same because another tab was locked. */
export const lockToo = (): SubmissionThunk<Promise<void>> => async (dispatch) => {
  if (vault.state() === 'locking') return;
  holdSealed((await dispatch(putAway())).drafts);
  await leave();
};

/** What nothing keeps: drafts, and documents of drafts (by id). */
interface Unkept {
  readonly drafts: readonly Draft[];
  readonly documentsOf: readonly string[];
}

/** Saves what is open, and waits for documents that are being checked, read or written. */
const putAway = (): SubmissionThunk<Promise<Unkept>> => async (dispatch, getState, services) => {
  takeInForms();
  vault.set('locking');
  await dispatch(saveAnswers());
  // There is no copy of these: the page stays, covered, as long as the slowest of them may take.
  await whenWritten().catch(() => {});
  // A document that was attached meanwhile is a change of its draft.
  await dispatch(saveAnswers());
  const { application } = getState();
  const left = application.draft !== null && isUnsavedHere(application) ? [application.draft] : [];
  const drafts = left.filter(({ id, revision }) => (readCopy(id)?.draft?.revision ?? -1) < revision);
  return { drafts, documentsOf: services.documents?.unkept() ?? [] };
};

/** By a copy at once, and on the disk as far as it takes them in time. */
const saveAnswers = (): SubmissionThunk<Promise<void>> => async (dispatch, _getState, services) => {
  dispatch(keepOnLeaving());
  const saving = services.persistor && dispatch(flushDraft());
  await Promise.race([saving, new Promise((resolve) => setTimeout(resolve, LIMIT_MS))]);
};

async function leave(): Promise<void> {
  await closeDatabase().catch(() => {});
  leaveLocked();
}
