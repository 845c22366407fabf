import { isBehind } from '#features/drafts/application-slice.ts';
import { type Draft, studentName } from '#features/drafts/draft.ts';
import { readCopy } from '#features/drafts/draft-copy.ts';
import type { DraftThunk } from '#features/drafts/draft-services.ts';
import { flushDraft, keepOnLeaving, saveHeld, takeInForms } from '#features/drafts/save-draft.ts';
import { closeDatabase, whenWritten } from '#platform/database.ts';
import { leaveLocked } from '#platform/sealed/arrive.ts';
import { tellLocked } from '#platform/sealed/link.ts';
import { vault } from '#platform/sealed/vault-state.ts';
import { holdSealed } from './held-text.ts';

/** So long a save may take; what is not written then is in the copy made on leaving, or is held as sealed text. */
const LIMIT_MS = 5000;

/**
 * Locks by hand: what is open is saved, then every tab forgets the keys and is loaded anew. Comes back only where changes
 * can be kept nowhere, with the names of the students whose changes these are; then nothing was locked.
 */
export const lockNow = (): DraftThunk<Promise<readonly string[]>> => async (dispatch) => {
  const before = vault.state();
  if (before === 'locking') return [];
  const unkept = await dispatch(putAway());
  if (unkept.length > 0) {
    vault.set(before);
    return unkept.map(({ answers }) => studentName(answers) || 'a student without a name');
  }
  tellLocked();
  await leave();
  return [];
};

/** Locks by itself, or by hand after somebody was told: what nothing keeps stays with this tab as sealed text. */
export const lockAnyway = (): DraftThunk<Promise<void>> => async (dispatch) => {
  if (vault.state() === 'locking') return;
  const unkept = await dispatch(putAway());
  holdSealed(unkept);
  tellLocked();
  await leave();
};

/** The same because another tab was locked. */
export const lockToo = (): DraftThunk<Promise<void>> => async (dispatch) => {
  if (vault.state() === 'locking') return;
  holdSealed(await dispatch(putAway()));
  await leave();
};

/** Saves what is open and what this page holds; resolves with what is kept nowhere. */
const putAway = (): DraftThunk<Promise<readonly Draft[]>> => async (dispatch, getState, services) => {
  takeInForms();
  vault.set('locking');
  dispatch(keepOnLeaving());
  const saving = async () => {
    if (services.persistor) await dispatch(flushDraft());
    for (const id of [...services.held.keys()]) await dispatch(saveHeld(id));
    await whenWritten();
  };
  await Promise.race([saving(), new Promise((resolve) => setTimeout(resolve, LIMIT_MS))]);
  const { application } = getState();
  const isOpenUnkept = application.draft !== null && !application.elsewhere && isBehind(application);
  const left = [...(isOpenUnkept && application.draft ? [application.draft] : []), ...services.held.values()];
  return left.filter(({ id, revision }) => (readCopy(id)?.draft?.revision ?? -1) < revision);
};

async function leave(): Promise<void> {
  await closeDatabase().catch(() => {});
  leaveLocked();
}
