import { act, cleanup } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { newDraft } from '#features/drafts/draft.ts';
import {
  answersChanged,
  draftCreated,
  draftParked,
  draftRestored,
  draftSaved,
  draftsNotRead,
  saveFailed,
  typingStarted,
} from '#features/drafts/draft-events.ts';
import { SaveIndicator } from '#features/drafts/save-indicator.tsx';
import { renderThemed } from '../render.tsx';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const AT = new Date(2026, 4, 17, 14, 3).getTime();
let store: AppStore;

const indicator = () => document.querySelector<HTMLElement>('[data-save-state]');
const said = () => [indicator()?.dataset.saveState, indicator()?.dataset.kind, indicator()?.textContent];
const happens = (event: Parameters<AppStore['dispatch']>[0]) => act(() => void store.dispatch(event));

beforeEach(() => {
  vi.setSystemTime(AT);
  store = createStore();
  store.dispatch(draftRestored({ ...newDraft(ID, 'direct', AT), revision: 1 }));
  renderThemed(
    <Provider store={store}>
      <SaveIndicator />
    </Provider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('says what the disk has, and between the first key and that only that it is being saved', () => {
  expect(said()).toEqual(['saved', 'success', 'Saved at 14:03. Kept until Mon 14:03']);
  happens(typingStarted());
  expect(said()).toEqual(['unsaved', 'info', 'Saving...']);
  happens(answersChanged({ firstName: 'Amelia' }));
  expect(said()).toEqual(['saving', 'info', 'Saving...']);
  happens(draftSaved({ id: ID, revision: 2, at: AT + 60_000 }));
  expect(said()).toEqual(['saved', 'success', 'Saved at 14:04. Kept until Mon 14:03']);
});

test('says why something could not be saved', () => {
  happens(saveFailed({ reason: 'This device has no room left.' }));
  expect(said()).toEqual(['failed', 'error', 'Not saved. This device has no room left.']);
});

test('says nothing of a draft that was put away', () => {
  for (const event of [typingStarted(), answersChanged({ firstName: 'Amelia' }), draftParked()]) happens(event);
  expect(said()).toEqual(['saved', 'success', 'Your answers are saved on this device']);
});

test('calls nothing saved while the saved applications could not be read, until this one is', () => {
  happens(draftCreated(newDraft(OTHER, 'direct', AT)));
  happens(draftsNotRead());
  expect(said()).toEqual(['unsaved', 'info', 'Not saved yet']);
  happens(typingStarted());
  expect(said()).toEqual(['unsaved', 'info', 'Saving...']);
  happens(answersChanged({ firstName: 'Amelia' }));
  happens(draftSaved({ id: OTHER, revision: 1, at: AT }));
  expect(said()).toEqual(['saved', 'success', 'Saved at 14:03. Kept until Mon 14:03']);
});
