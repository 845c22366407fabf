import { draftsGiven } from './draft-events.ts';
import type { DraftThunk } from './draft-services.ts';
import { givenStates } from './handover-notes.ts';

/** Brings what the page knows of the drafts that go to another device up to date with the notes of this device. */
export const updateGiven = (): DraftThunk => (dispatch, getState) => {
  const given = givenStates();
  const known = getState().drafts.given;
  const ids = Object.keys({ ...given, ...known });
  if (ids.some((id) => given[id] !== known[id])) dispatch(draftsGiven(given));
};
