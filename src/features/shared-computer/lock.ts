import { type Draft, studentName } from '#features/drafts/draft.ts';
import { readCopy } from '#features/drafts/draft-copy.ts';
import { isUnsavedHere, selectDrafts } from '#features/drafts/drafts-slice.ts';
import { copyUnsaved, flushDraft, flushForms } from '#features/drafts/save-draft.ts';
import type { SubmissionThunk } from '#features/submission/submission-services.ts';
import { closeDatabase, whenWritten } from '#platform/database.ts';
import { leaveLocked } from '#platform/encryption/keys-of-this-tab.ts';
import { tellLocked } from '#platform/encryption/other-tabs.ts';
import { vault } from '#platform/encryption/vault-state.ts';
import { createHolder } from '#platform/holder.ts';
import { keepEncrypted } from './unsaved-while-locked.ts';

/** Longest wait for a save. Answers not saved by then are in the copy made on leaving, or kept encrypted in this tab. */
const LIMIT_MS = 5000;

/**
 * Locks by hand: saves the open application, then every tab deletes the keys and reloads. If changes cannot be saved
 * anywhere, it locks nothing and resolves to the names of their students.
 */
export const lockNow = (): SubmissionThunk<Promise<readonly string[]>> => async (dispatch, getState) => {
  const before = vault.state();
  if (before === 'locking') return [];
  const { drafts, documentsOf } = await dispatch(saveBeforeLock());
  const students = [
    ...documentsOf.map((id) => [id, selectDrafts(getState())[id] ?? {}] as const),
    ...drafts.map(({ id, answers }) => [id, answers] as const),
  ];
  if (students.length > 0) {
    vault.set(before);
    return [...new Map(students).values()].map((student) => studentName(student) || 'a student without a name');
  }
  tellLocked();
  await reloadLocked();
  return [];
};

/** Locks automatically, or by hand after a warning. Drafts that cannot be saved are kept encrypted in this tab. */
export const lockDespiteUnsaved = (): SubmissionThunk<Promise<void>> => async (dispatch) => {
  if (vault.state() === 'locking') return;
  keepEncrypted((await dispatch(saveBeforeLock())).drafts);
  tellLocked();
  await reloadLocked();
};

/** Locks since another tab was locked. */
export const lockWithOtherTab = (): SubmissionThunk<Promise<void>> => async (dispatch) => {
  if (vault.state() === 'locking') return;
  keepEncrypted((await dispatch(saveBeforeLock())).drafts);
  await reloadLocked();
};

/** What could not be saved: drafts, and the ids of drafts with unsaved documents. */
interface UnsavedData {
  readonly drafts: readonly Draft[];
  readonly documentsOf: readonly string[];
}

/** Saves the open application, and waits for documents that are being checked, read or written. */
const saveBeforeLock = (): SubmissionThunk<Promise<UnsavedData>> => async (dispatch, getState, services) => {
  flushForms();
  vault.set('locking');
  await dispatch(saveAnswers());
  // Documents have no copy, so the covered page waits without a limit.
  await whenWritten().catch(() => {});
  // A document that was attached during the wait has changed its draft.
  await dispatch(saveAnswers());
  const { drafts: state } = getState();
  const left = state.open !== null && isUnsavedHere(state) ? [state.open] : [];
  const drafts = left.filter(({ id, revision }) => (readCopy(id)?.draft?.revision ?? -1) < revision);
  return { drafts, documentsOf: services.documents?.unkept() ?? [] };
};

/** Makes the synchronous copy, then waits for the disk for a limited time. */
const saveAnswers = (): SubmissionThunk<Promise<void>> => async (dispatch, _getState, services) => {
  dispatch(copyUnsaved());
  const saving = services.persistor && dispatch(flushDraft());
  await Promise.race([saving, new Promise((resolve) => setTimeout(resolve, LIMIT_MS))]);
};

async function reloadLocked(): Promise<void> {
  await closeDatabase().catch(() => {});
  leaveLocked();
}

/** The students whose changes locking would lose. If there are any, guard.tsx asks first. */
export const studentsAtRisk = createHolder<readonly string[]>([]);

/** Locks, or asks first if changes cannot be saved. */
export const lockOrAsk = (): SubmissionThunk<Promise<void>> => async (dispatch) =>
  studentsAtRisk.set(await dispatch(lockNow()));
