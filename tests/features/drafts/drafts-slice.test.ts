import { describe, expect, test } from 'vitest';
import { newDraft } from '#features/drafts/draft.ts';
import * as events from '#features/drafts/draft-events.ts';
import { draftsSlice, initialDrafts } from '#features/drafts/drafts-slice.ts';

type Event = Parameters<typeof draftsSlice.reducer>[1];
const NOW = Date.UTC(2026, 4, 17, 4, 3);
const draft = newDraft('0f8fad5b-d9cb-469f-a165-70867728950e', 'direct', NOW);
const stateAfter = (...happened: Event[]) => happened.reduce(draftsSlice.reducer, initialDrafts);
const opened = events.draftRestored({ ...draft, revision: 4 });
const savedAt = (revision: number) => events.draftSaved({ id: draft.id, revision, at: NOW + 1 });

describe('the active draft', () => {
  test('counts its revision up at every change of an answer, a step or a document', () => {
    const state = stateAfter(
      opened,
      events.answersChanged({ firstName: 'Amelia' }),
      events.stepCompleted(1),
      events.stepOpened(2),
      events.documentsChanged(draft.id, ['passport']),
    );
    expect(state.open).toMatchObject({ revision: 8, step: 2, completedSteps: [1], answers: { firstName: 'Amelia' } });
  });

  test('a step that is opened or completed does not renew the 24 hours', () => {
    expect(stateAfter(opened, events.stepCompleted(1), events.stepOpened(2)).open?.changedAt).toBe(NOW);
  });

  test('that another tab took over changes no more, and unsaved text is then shown as unsaved', () => {
    const typed = [opened, events.answersChanged({ firstName: 'Wei' })];
    const lost = stateAfter(...typed, events.draftTakenOver(draft.id));
    expect(lost.save).toMatchObject({ state: 'failed', reason: 'This application is open in another tab.' });
    const later = [events.answersChanged({ firstName: 'Amelia' }), events.saveRetried(), events.draftKept()];
    expect(stateAfter(...typed, events.draftTakenOver(draft.id), ...later)).toEqual(lost);
    expect(stateAfter(opened, events.draftTakenOver(draft.id)).save.state).toBe('saved');
  });

  test('that is kept for another 24 hours counts as changed at that moment', () => {
    const keep = events.draftKept();
    expect(stateAfter(opened, keep).open).toMatchObject({ changedAt: keep.payload.at, revision: 5 });
  });

  test('of which the disk has less than the page is due as a whole', () => {
    const { save } = stateAfter(opened, savedAt(4), events.draftUnsaved());
    expect(save).toEqual({ state: 'saving', savedAt: null, savedRevision: 0, reason: null });
  });

  test('takes no notice of the documents of another draft', () => {
    expect(stateAfter(opened, events.documentsChanged('another', [])).open?.revision).toBe(4);
  });

  test('that is deleted or expired leaves nothing in memory', () => {
    expect(stateAfter(opened, events.draftExpired(draft.id))).toMatchObject({ open: null, status: 'closed' });
    expect(stateAfter(opened, events.draftDeleted('another')).open?.id).toBe(draft.id);
  });

  test('that grows out of the blank step 1 does not build the form again, so that nothing typed is lost', () => {
    const blank = { ...initialDrafts, status: 'blank' as const };
    const adopted = draftsSlice.reducer(blank, events.draftCreated(draft));
    expect(adopted.opening).toBe(blank.opening);
    expect(stateAfter(opened, events.draftParked(), events.draftCreated(draft)).opening).toBe(2);
  });
});

describe('the word saved', () => {
  test('is shown only for what the disk has', () => {
    const typed = [opened, events.typingStarted()];
    expect(stateAfter(...typed).save.state).toBe('unsaved');
    const told = [...typed, events.answersChanged({ firstName: 'Amelia' })];
    expect(stateAfter(...told).save.state).toBe('saving');
    expect(stateAfter(...told, savedAt(4)).save.state).toBe('saving');
    expect(stateAfter(...told, savedAt(5)).save).toMatchObject({ state: 'saved', savedAt: NOW + 1, savedRevision: 5 });
  });

  test('says nothing of the save of another draft', () => {
    const typed = stateAfter(opened, events.answersChanged({ firstName: 'Amelia' }));
    const other = events.draftSaved({ id: 'another', revision: 5, at: NOW + 1 });
    expect(draftsSlice.reducer(typed, other)).toBe(typed);
  });

  test('does not come back while the person keeps typing', () => {
    const state = stateAfter(opened, events.answersChanged({ firstName: 'A' }), events.typingStarted(), savedAt(5));
    expect(state.save.state).toBe('unsaved');
  });

  test('waits for text that is being typed into a draft that the disk has lost since', () => {
    const lost = [opened, events.typingStarted(), events.draftUnsaved()];
    expect(stateAfter(...lost).save).toMatchObject({ state: 'unsaved', savedRevision: 0 });
    expect(stateAfter(...lost, savedAt(4)).save.state).toBe('unsaved');
    const taken = [...lost, savedAt(4), events.answersChanged({ firstName: 'Amelia' })];
    expect(stateAfter(...taken).save.state).toBe('saving');
    expect(stateAfter(...taken, savedAt(5)).save.state).toBe('saved');
  });

  test('comes back when what was typed was taken back', () => {
    expect(stateAfter(opened, events.typingStarted(), events.answersChanged({})).save.state).toBe('saved');
  });

  test('gives way to the reason of a failure, and to a new try', () => {
    const failed = [opened, events.answersChanged({ firstName: 'A' }), events.saveFailed({ reason: 'No room' })];
    expect(stateAfter(...failed).save).toMatchObject({ state: 'failed', reason: 'No room' });
    expect(stateAfter(...failed, events.saveRetried()).save.state).toBe('saving');
  });
});
