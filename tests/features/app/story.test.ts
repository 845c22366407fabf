import 'fake-indexeddb/auto';
import type { UnknownAction } from '@reduxjs/toolkit';
import { expect, test } from 'vitest';
import { addAppListener, createStore } from '#app/store.ts';
import { answersChanged, draftKept, draftRenamed, stepCompleted, stepOpened } from '#features/drafts/draft-events.ts';
import { createDraft, openDraft, openLatestDraft } from '#features/drafts/open-draft.ts';
import { removeDraft } from '#features/drafts/remove-draft.ts';
import { flushDraft } from '#features/drafts/save-draft.ts';

/** What redux-persist says of itself; its REHYDRATE is part of the story. */
const OWN = ['persist/PERSIST', 'persist/FLUSH', 'persist/PAUSE', 'persist/REGISTER'];

function storeWithStory() {
  const store = createStore();
  const story: UnknownAction[] = [];
  const predicate = ({ type }: UnknownAction) => !OWN.includes(String(type));
  store.dispatch(addAppListener({ predicate, effect: (action) => void story.push(action) }));
  return { store, story, types: () => story.map(({ type }) => type) };
}

test('the history of actions tells the story of a draft: named and serialisable', async () => {
  const { store, story, types } = storeWithStory();
  await store.dispatch(openLatestDraft('direct'));
  const id = store.getState().drafts.open?.id ?? '';
  store.dispatch(answersChanged({ firstName: 'Amelia', passportNumber: 'PA7741852' }));
  store.dispatch(stepCompleted(1));
  store.dispatch(stepOpened(2));
  store.dispatch(draftRenamed('cousin Amelia'));
  store.dispatch(draftKept());
  await store.dispatch(flushDraft());
  await store.dispatch(createDraft('direct'));
  await store.dispatch(openDraft(id));
  await store.dispatch(removeDraft(id));

  expect(types()).toEqual([
    'drafts/listed',
    // Nothing was saved yet.
    'persist/REHYDRATE',
    'drafts/created',
    'drafts/answersChanged',
    'drafts/stepCompleted',
    'drafts/stepOpened',
    'drafts/renamed',
    'drafts/kept',
    'drafts/saved',
    'drafts/parked',
    'drafts/created',
    'drafts/deleted',
    'persist/REHYDRATE',
    'drafts/deleted',
  ]);
  for (const action of story) expect(JSON.parse(JSON.stringify(action))).toEqual(action);
});

test('redux-persist restores the draft that was open before a reload, and only that one', async () => {
  const before = createStore();
  await before.dispatch(openLatestDraft('direct'));
  before.dispatch(answersChanged({ firstName: 'Amelia' }));
  await before.dispatch(flushDraft());
  const { open: draft } = before.getState().drafts;

  const { store, story, types } = storeWithStory();
  await store.dispatch(openLatestDraft('direct'));
  expect(types()).toEqual(['drafts/listed', 'persist/REHYDRATE']);
  expect(story[1]).toMatchObject({ key: 'drafts', payload: { open: { id: draft?.id } } });
  const opened = { open: draft, status: 'open', elsewhere: false, save: { state: 'saved' } };
  expect(store.getState().drafts).toMatchObject(opened);
});
