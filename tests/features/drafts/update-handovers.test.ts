import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createStore } from '#app/store.ts';
import { forgetHandover, noteHandover } from '#features/drafts/draft-notes.ts';
import { watchExpiry } from '#features/drafts/expiry.ts';
import { updateHandovers } from '#features/drafts/list-drafts.ts';
import { watchDrafts } from '#features/drafts/watch-drafts.ts';
import { newDevice } from '../new-device.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const noteOffered = () => noteHandover({ id: ID, relay: 'relay', writer: 'writer', state: 'offered', at: Date.now() });

beforeEach(newDevice);

test('a page begins with the handovers of this device, and follows those that another tab makes or cancels', async () => {
  noteOffered();
  const store = createStore();
  const handovers = () => store.getState().drafts.handovers;
  await store.dispatch(watchDrafts());
  // A watch that continued would take the stopped clock of a later file for one that was set.
  onTestFinished(() => store.dispatch(watchExpiry())());
  expect(handovers()).toEqual({ [ID]: 'offered' });
  // As a browser says in every other tab that a note was changed.
  const changed = () => window.dispatchEvent(new StorageEvent('storage', { key: 'handovers' }));
  forgetHandover(ID);
  changed();
  expect(handovers()).toEqual({});
  noteOffered();
  changed();
  expect(handovers()).toEqual({ [ID]: 'offered' });
});

test('if the notes say what the page knows, its state stays the same object, and nothing is rendered again', () => {
  noteOffered();
  const store = createStore();
  store.dispatch(updateHandovers());
  const before = store.getState().drafts;
  store.dispatch(updateHandovers());
  expect(store.getState().drafts).toBe(before);
});
