import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { loadDrafts } from '#features/drafts/draft-database.ts';
import { answersChanged } from '#features/drafts/draft-events.ts';
import { selectAnyListed } from '#features/drafts/drafts-slice.ts';
import { createDraft, openLatestDraft } from '#features/drafts/open-draft.ts';
import { removeDraft } from '#features/drafts/remove-draft.ts';
import { flushDraft } from '#features/drafts/save-draft.ts';
import { startingAnswers } from '#features/drafts/starting-answers.ts';
import { newDevice } from '../../new-device.ts';

const NOW = Date.UTC(2026, 2, 2, 1);
const applicationId = () => String(startingAnswers('agency').agentApplicationId);

beforeEach(async () => {
  vi.setSystemTime(NOW);
  await newDevice();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("a new draft of the agency's form", () => {
  test('has an Application ID AGT-{year}-{6 uppercase characters}-{last 6 digits of the timestamp}, and its form type', () => {
    expect(applicationId()).toMatch(/^AGT-2026-[A-Z0-9]{6}-200000$/);
    expect(startingAnswers('agency').formType).toBe('agent-application');
  });
  test('takes its random characters from a secure source', () => {
    const source = vi.spyOn(crypto, 'getRandomValues');
    const guessable = vi.spyOn(Math, 'random');
    applicationId();
    expect(source).toHaveBeenCalledTimes(6);
    expect(guessable).not.toHaveBeenCalled();
  });
  test('has a new Application ID each time', () => {
    expect(applicationId()).not.toBe(applicationId());
  });
});

describe("a half-filled draft of the agency's form", () => {
  const open = async () => {
    const store = createStore();
    await store.dispatch(openLatestDraft('agency'));
    const draft = () => store.getState().drafts.open;
    const fill = async (agencyName: string) => {
      store.dispatch(answersChanged({ agencyName }));
      await store.dispatch(flushDraft());
      await vi.waitFor(() => expect(store.getState().drafts.save.state).toBe('saved'));
    };
    return { store, draft, fill };
  };

  test('comes back with its Application ID', async () => {
    const first = await open();
    await first.fill('Himal Partners');
    const later = await open();
    expect(later.draft()).toEqual(first.draft());
    expect(later.draft()?.answers.agencyName).toBe('Himal Partners');
  });
  test('leaves nothing behind while nothing was typed', async () => {
    await open();
    expect((await loadDrafts(NOW)).drafts).toEqual([]);
  });
  test("is not one of 'Your applications'", async () => {
    const { store, fill } = await open();
    await fill('Himal Partners');
    expect(selectAnyListed(store.getState())).toBe(false);
  });
  test("does not make the student's prerendered form wait for a restore at the next load", async () => {
    const { store, fill } = await open();
    await fill('Himal Partners');
    expect(localStorage.getItem('draft-waits')).toBeNull();
    await store.dispatch(createDraft('direct'));
    await fill('');
    expect(localStorage.getItem('draft-waits')).toBe('');
  });
  test('gives way to a fresh one with another Application ID', async () => {
    const { store, draft, fill } = await open();
    await fill('Himal Partners');
    const before = draft();
    await store.dispatch(createDraft('agency'));
    await store.dispatch(removeDraft(before?.id ?? ''));
    expect(draft()?.answers.agentApplicationId).not.toBe(before?.answers.agentApplicationId);
    expect((await loadDrafts(NOW)).drafts).toEqual([]);
  });
  test('does not replace another form that was asked for while it was being read', async () => {
    const first = await open();
    await first.fill('Himal Partners');
    const store = createStore();
    await Promise.all([store.dispatch(openLatestDraft('agency')), store.dispatch(openLatestDraft('direct'))]);
    expect(store.getState().drafts.open?.variant).toBe('direct');
  });
});
