import { isUnsavedHere } from '#features/drafts/application-slice.ts';
import { type Draft, studentName } from '#features/drafts/draft.ts';
import { readCopy } from '#features/drafts/draft-copy.ts';
import { selectDrafts } from '#features/drafts/drafts-slice.ts';
import { flushDraft, flushForms, keepOnLeaving } from '#features/drafts/save-draft.ts';
import type { SubmissionThunk } from '#features/submission/submission-services.ts';
import { closeDatabase, whenWritten } from '#platform/database.ts';
import { leaveLocked } from '#platform/encryption/keys-of-this-tab.ts';
import { tellLocked } from '#platform/encryption/other-tabs.ts';
import { vault } from '#platform/encryption/vault-state.ts';
import { createHolder } from '#platform/holder.ts';
import { keepEncrypted } from './unsaved-while-locked.ts';

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
export const lockDespiteUnsaved = (): SubmissionThunk<Promise<void>> => async (dispatch) => {
  if (vault.state() === 'locking') return;
  keepEncrypted((await dispatch(putAway())).drafts);
  tellLocked();
  await leave();
};

/** The same because another tab was locked. */
export const lockWithOtherTab = (): SubmissionThunk<Promise<void>> => async (dispatch) => {
  if (vault.state() === 'locking') return;
  keepEncrypted((await dispatch(putAway())).drafts);
  await leave();
};

/** What nothing keeps: drafts, and documents of drafts (by id). */
interface Unkept {
  readonly drafts: readonly Draft[];
  readonly documentsOf: readonly string[];
}

/** Saves what is open, and waits for documents that are being checked, read or written. */
const putAway = (): SubmissionThunk<Promise<Unkept>> => async (dispatch, getState, services) => {
  flushForms();
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

/** The students whose changes would be lost by locking: while there are any, the person is asked (guard.tsx). */
export const unkept = createHolder<readonly string[]>([]);

/** Locks at once, or asks where something cannot be kept. */
export const lockByHand = (): SubmissionThunk<Promise<void>> => async (dispatch) =>
  unkept.set(await dispatch(lockNow()));
