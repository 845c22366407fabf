import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { todayOf } from '#domain/form/calendar.ts';
import { studentForm } from '#domain/student/form.ts';
import { duplicateDraft } from '#features/drafts/draft-actions.tsx';
import { answersChanged } from '#features/drafts/draft-events.ts';
import { watchExpiry } from '#features/drafts/expiry.ts';
import { createDraft, parkDraft } from '#features/drafts/open-draft.ts';
import { flushDraft, settleDraft } from '#features/drafts/save-draft.ts';
import { agencyIn, agencyToKeep, clearKeptAgency, keepAgency, keptAgency } from '#features/drafts/starting-answers.ts';
import { markedAnswers } from '../../support/marked-answers.ts';
import { newDevice } from '../new-device.ts';

const DAY = 24 * 60 * 60_000;
const HARBOUR = {
  selectedAgent: 'Harbour Bridge Education|China',
  howDidYouHearAboutUs: 'Agent',
  agentName: 'Mei Lin',
  agentEmail: 'mei@harbour.example',
};
/** What a student of the agent variant starts with where no agency is kept (R2.36). */
const WITHOUT = { formType: 'student-application', howDidYouHearAboutUs: 'Agent' };

let store: AppStore;
const open = () => store.getState().drafts.open;

beforeEach(async () => {
  await newDevice();
  store = createStore();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // What was still to be saved would come to the device of a later file.
  await store.dispatch(settleDraft());
});

describe('a new student', () => {
  test("of the agent variant starts with the kept agency's four answers", async () => {
    expect(keepAgency(HARBOUR)).toBe(true);
    await store.dispatch(createDraft('agent'));
    expect(open()?.answers).toEqual({ formType: 'student-application', ...HARBOUR });
  });

  test.each(['direct', 'short', 'agency'] as const)('of the variant %s gets nothing of it', async (variant) => {
    keepAgency(HARBOUR);
    await store.dispatch(createDraft(variant));
    expect(JSON.stringify(open()?.answers)).not.toMatch(/Harbour|Mei/);
  });

  test('that was opened and left with nothing but the agency is no draft', async () => {
    keepAgency(HARBOUR);
    await store.dispatch(createDraft('agent'));
    await store.dispatch(parkDraft());
    expect(store.getState().drafts.byId).toEqual({});
  });

  test('starts without it once it was cleared, and the students that have it keep it', async () => {
    keepAgency(HARBOUR);
    await store.dispatch(createDraft('agent'));
    store.dispatch(answersChanged({ firstName: 'Wei' }));
    expect(clearKeptAgency()).toBe(true);
    expect(open()?.answers).toMatchObject({ firstName: 'Wei', ...HARBOUR });
    await store.dispatch(createDraft('agent'));
    expect(open()?.answers).toEqual(WITHOUT);
  });

  test.each(['{', '[]', 'null', '{"selectedAgent":7}', '{"selectedAgent":"no country"}', '{"agentName":"Mei Lin"}'])(
    'starts as without it where what is stored is %s',
    async (stored) => {
      localStorage.setItem('kept-agency', stored);
      await store.dispatch(createDraft('agent'));
      expect(open()?.answers).toEqual(WITHOUT);
    },
  );

  test('that is a copy of another has the agency of that one alone', async () => {
    await store.dispatch(createDraft('agent'));
    store.dispatch(answersChanged({ firstName: 'Wei', selectedAgent: 'Delta|Vietnam' }));
    await store.dispatch(flushDraft());
    keepAgency(HARBOUR);
    const copy = await store.dispatch(duplicateDraft(open()?.id ?? ''));
    expect(copy?.answers).toMatchObject({ selectedAgent: 'Delta|Vietnam' });
    expect(JSON.stringify(copy?.answers)).not.toMatch(/Harbour|Mei/i);
  });
});

describe('what is kept', () => {
  test('of a student who has answered every question are these four answers and no other', () => {
    const answers = markedAnswers(studentForm, { today: todayOf(new Date()) });
    const kept = agencyIn({ ...answers, howDidYouHearAboutUs: 'Agent' });
    expect(Object.keys(kept ?? {}).sort()).toEqual(Object.keys(HARBOUR).sort());
  });

  test.each([
    [{ agentEmail: 'mei at harbour' }, { agentEmail: undefined }],
    [{ agentName: '林美' }, { agentName: undefined }],
    [{ howDidYouHearAboutUs: 'Other' }, { agentName: undefined, agentEmail: undefined }],
  ])('has nothing that the form refuses or does not ask: %j', (changes, missing) => {
    expect(agencyIn({ ...HARBOUR, ...changes })).toEqual(definedOf({ ...HARBOUR, ...changes, ...missing }));
  });

  test.each(['', 'Harbour Bridge', 'Harbour Bridge|', '|China'])('is nothing with the agent %j', (selectedAgent) => {
    expect(agencyIn({ ...HARBOUR, selectedAgent })).toBeUndefined();
  });

  test('stays where the same agent is chosen again and nothing more is said', () => {
    const { selectedAgent, howDidYouHearAboutUs } = HARBOUR;
    expect(agencyToKeep({ selectedAgent, howDidYouHearAboutUs }, HARBOUR)).toBeUndefined();
    expect(agencyToKeep({ selectedAgent, howDidYouHearAboutUs, agentName: 'Bo Li' }, HARBOUR)).toEqual({
      ...HARBOUR,
      agentName: 'Bo Li',
    });
  });

  test('is exchanged whole for another agent: no name or e-mail of the former one stays', () => {
    const other = { selectedAgent: 'Delta|Vietnam', howDidYouHearAboutUs: 'Agent' };
    expect(agencyToKeep(other, HARBOUR)).toEqual(other);
  });

  test('is still there when the 24 hours of every draft are over', async () => {
    keepAgency(HARBOUR);
    await store.dispatch(createDraft('agent'));
    store.dispatch(answersChanged({ firstName: 'Wei' }));
    await store.dispatch(flushDraft());
    const { changedAt = 0 } = open() ?? {};
    vi.setSystemTime(changedAt + DAY);
    const stop = store.dispatch(watchExpiry());
    await vi.waitFor(() => expect(store.getState().drafts.byId).toEqual({}));
    await stop();
    expect(keptAgency()).toEqual(HARBOUR);
  });

  test('is said not to be kept where the browser refuses to write', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(keepAgency(HARBOUR)).toBe(false);
    vi.unstubAllGlobals();
    expect(keptAgency()).toBeUndefined();
  });
});

const definedOf = (answers: object) => Object.fromEntries(Object.entries(answers).filter(([, value]) => value));
