import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { todayOf } from '#domain/form/calendar.ts';
import { shortForm } from '#domain/short/form.ts';
import { studentForm } from '#domain/student/form.ts';
import {
  deleteAllWithUndo,
  duplicateDraft,
  keepDraft,
  renameDraft,
  undoDeletion,
} from '#features/drafts/draft-actions.tsx';
import { loadDraft } from '#features/drafts/draft-database.ts';
import { answersChanged } from '#features/drafts/draft-events.ts';
import { createDraft, openDraft, openLatestDraft } from '#features/drafts/open-draft.ts';
import { flushDraft, settleDraft } from '#features/drafts/save-draft.ts';
import { markedAnswers } from '../../support/marked-answers.ts';
import { newDevice } from '../new-device.ts';

/** Where a student lives (R3.8), without the telephone number. */
const ADDRESS = [
  ...['currentCountry', 'buildingPropertyName', 'flatUnitDetails', 'streetNumber', 'streetName', 'cityTownSuburb'],
  ...['state', 'postcode', 'hasPostalAddress'],
];
const POSTAL = [
  ...['postalCountry', 'postalBuildingPropertyName', 'postalFlatUnitDetails', 'postalStreetNumber'],
  ...['postalStreetName', 'postalCityTownSuburb', 'postalState', 'postalPostcode'],
];
/** The same of the short application (R9.13). */
const SHORT_ADDRESS = [
  ...['country', 'buildingName', 'flatDetails', 'streetNumber', 'streetName', 'cityTownSuburb', 'state', 'postcode'],
];

let store: AppStore;
const openId = () => store.getState().drafts.open?.id ?? '';
const saved = (id: string) => loadDraft(id, Date.now());

beforeEach(async () => {
  await newDevice();
  store = createStore();
  await store.dispatch(openLatestDraft('agent'));
  store.dispatch(
    answersChanged({
      ...{ selectedAgent: 'Harbour Bridge|China', agentEmail: 'mei@harbour.example', streetName: 'Bund Road' },
      ...{ firstName: 'Wei', passportNumber: 'E1234567', mobilePhone: '0400000000', dateOfBirth: '1999-05-17' },
    }),
  );
  await store.dispatch(flushDraft());
});
// What was still to be saved would come to the device of a later file.
afterEach(() => store.dispatch(settleDraft()));

describe('duplicating a draft', () => {
  test("takes over the agent's details and the address, and nothing of who the student is", async () => {
    const copy = await store.dispatch(duplicateDraft(openId()));
    expect(copy?.answers).toEqual({
      formType: 'student-application',
      howDidYouHearAboutUs: 'Agent',
      selectedAgent: 'Harbour Bridge|China',
      agentEmail: 'mei@harbour.example',
      streetName: 'Bund Road',
    });
    expect(await saved(copy?.id ?? '')).toEqual(copy);
    expect(Object.keys(store.getState().drafts.byId)).toHaveLength(2);
  });

  test('what is asked about an address, but for telephones, is in these lists', () => {
    const asked = [...studentForm.fields, ...shortForm.fields]
      .filter(({ section }) => ['current-address', 'postal-address', 'address'].includes(section))
      .filter((field) => !('inputMode' in field && field.inputMode === 'tel'))
      .map(({ name }) => name);
    const listed: readonly string[] = [...ADDRESS, ...POSTAL, ...SHORT_ADDRESS];
    expect(asked.filter((name) => !listed.includes(name))).toEqual([]);
  });

  test.each([
    ['agent', studentForm, ['agentEmail', 'agentName', 'howDidYouHearAboutUs', 'selectedAgent', ...ADDRESS, ...POSTAL]],
    ['short', shortForm, ['selectedAgent', ...SHORT_ADDRESS]],
  ] as const)(
    'of the variant %s in which every question is answered takes over these answers and no other',
    async (variant, form, shared) => {
      await store.dispatch(createDraft(variant));
      const answers = markedAnswers(form, { today: todayOf(new Date()) });
      store.dispatch(answersChanged(answers));
      const copy = await store.dispatch(duplicateDraft(openId()));
      expect(Object.keys(copy?.answers ?? {}).sort()).toEqual(['formType', ...shared].sort());
      expect(copy?.answers).toMatchObject(Object.fromEntries(shared.map((name) => [name, answers[name]])));
    },
  );
});

describe('renaming a draft', () => {
  test('the open one: saved like any change, without another 24 hours', async () => {
    const { changedAt } = store.getState().drafts.open ?? {};
    expect(await store.dispatch(renameDraft(openId(), 'cousin'))).toBe(true);
    await store.dispatch(flushDraft());
    expect(await saved(openId())).toMatchObject({ label: 'cousin', changedAt });
  });

  test('one that rests', async () => {
    const id = openId();
    await store.dispatch(createDraft('agent'));
    expect(await store.dispatch(renameDraft(id, 'cousin'))).toBe(true);
    expect(store.getState().drafts.byId[id]?.label).toBe('cousin');
    await store.dispatch(openDraft(id));
    expect(store.getState().drafts.open).toMatchObject({ label: 'cousin', answers: { firstName: 'Wei' } });
  });
});

describe("'Keep it another 24 hours'", () => {
  const LATER = Date.now() + 23 * 60 * 60_000;
  afterEach(() => vi.useRealTimers());

  test('for the open one: its 24 hours begin now, and its answers stay', async () => {
    vi.setSystemTime(LATER);
    expect(await store.dispatch(keepDraft(openId()))).toBe(true);
    await store.dispatch(flushDraft());
    expect(await saved(openId())).toMatchObject({ changedAt: LATER, answers: { firstName: 'Wei' } });
  });

  test('for one that rests: the same, on the disk and in the list', async () => {
    const id = openId();
    const { revision = 0 } = store.getState().drafts.open ?? {};
    await store.dispatch(createDraft('agent'));
    vi.setSystemTime(LATER);
    expect(await store.dispatch(keepDraft(id))).toBe(true);
    expect(await saved(id)).toMatchObject({ changedAt: LATER, revision: revision + 1, answers: { firstName: 'Wei' } });
    expect(store.getState().drafts.byId[id]?.changedAt).toBe(LATER);
  });

  test('does nothing to one that is gone', async () => {
    expect(await store.dispatch(keepDraft(crypto.randomUUID()))).toBe(false);
  });
});

describe('deleting several', () => {
  test('removes each from the device, leaves the others, and each can be brought back', async () => {
    const first = openId();
    const made: string[] = [];
    for (const firstName of ['Ana', 'Bo']) {
      await store.dispatch(createDraft('agent'));
      store.dispatch(answersChanged({ firstName }));
      await store.dispatch(flushDraft());
      made.push(openId());
    }
    await store.dispatch(deleteAllWithUndo(made));
    expect(await Promise.all([first, ...made].map(saved))).toEqual([expect.anything(), undefined, undefined]);
    expect(Object.keys(store.getState().drafts.byId)).toEqual([first]);
    for (const id of made) await store.dispatch(undoDeletion(id));
    const back = await Promise.all(made.map(saved));
    expect(back.map((draft) => draft?.answers.firstName)).toEqual(['Ana', 'Bo']);
  });
});
