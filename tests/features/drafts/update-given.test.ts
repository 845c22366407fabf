import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createStore } from '#app/store.ts';
import { forgetGiven, noteGiven } from '#features/drafts/draft-notes.ts';
import { watchExpiry } from '#features/drafts/expiry.ts';
import { updateGiven } from '#features/drafts/list-drafts.ts';
import { watchDrafts } from '#features/drafts/watch-drafts.ts';
import { newDevice } from '../new-device.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const noteOffered = () => noteGiven({ id: ID, relay: 'relay', writer: 'writer', state: 'offered', at: Date.now() });

beforeEach(newDevice);

test('a page begins with the drafts that this device has given, and follows what another tab gives or takes back', async () => {
  noteOffered();
  const store = createStore();
  const given = () => store.getState().drafts.given;
  await store.dispatch(watchDrafts());
  // A watch that continued would take the stopped clock of a later file for one that was set.
  onTestFinished(() => store.dispatch(watchExpiry())());
  expect(given()).toEqual({ [ID]: 'offered' });
  // As a browser says in every other tab that a note was changed.
  const changed = () => window.dispatchEvent(new StorageEvent('storage', { key: 'handovers' }));
  forgetGiven(ID);
  changed();
  expect(given()).toEqual({});
  noteOffered();
  changed();
  expect(given()).toEqual({ [ID]: 'offered' });
});

test('if the notes say what the page knows, its state stays the same object, and nothing is rendered again', () => {
  noteOffered();
  const store = createStore();
  store.dispatch(updateGiven());
  const before = store.getState().drafts;
  store.dispatch(updateGiven());
  expect(store.getState().drafts).toBe(before);
});
