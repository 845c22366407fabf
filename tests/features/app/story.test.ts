import 'fake-indexeddb/auto';
import type { UnknownAction } from '@reduxjs/toolkit';
import { expect, test } from 'vitest';
import { addAppListener, createStore } from '#app/store.ts';
import { answersChanged, draftKept, draftRenamed, stepCompleted, stepOpened } from '#features/drafts/draft-events.ts';
import { createDraft, openDraft, openLatestDraft } from '#features/drafts/open-draft.ts';
import { removeDraft } from '#features/drafts/remove-draft.ts';
import { flushDraft } from '#features/drafts/save-draft.ts';

test('the history of actions tells the story of a draft: named and serialisable', async () => {
  const store = createStore();
  const actions: UnknownAction[] = [];
  store.dispatch(addAppListener({ predicate: () => true, effect: (action) => void actions.push(action) }));
  await store.dispatch(openLatestDraft('direct'));
  const id = store.getState().application.draft?.id ?? '';
  store.dispatch(answersChanged({ firstName: 'Amelia', passportNumber: 'PA7741852' }));
  store.dispatch(stepCompleted(1));
  store.dispatch(stepOpened(2));
  store.dispatch(draftRenamed('cousin Amelia'));
  store.dispatch(draftKept());
  await store.dispatch(flushDraft());
  await store.dispatch(createDraft('direct'));
  await store.dispatch(openDraft(id));
  await store.dispatch(removeDraft(id));

  const story = actions.filter(({ type }) => !type.startsWith('persist/'));
  expect(story.map(({ type }) => type)).toEqual([
    'drafts/listed',
    'draft/created',
    'application/answersChanged',
    'application/stepCompleted',
    'application/stepOpened',
    'application/renamed',
    'application/kept',
    'application/saved',
    'draft/parked',
    'draft/created',
    'draft/deleted',
    'application/restored',
    'draft/deleted',
  ]);
  for (const action of story) expect(JSON.parse(JSON.stringify(action))).toEqual(action);
});
