import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rootReducer } from '#app/root-reducer.ts';
import { type AppStore, createStore } from '#app/store.ts';
import { todayOf } from '#domain/form/calendar.ts';
import { takeForReview, whyNotNow } from '#features/desk/take-draft.ts';
import { documentFiles } from '#features/documents/document-files.ts';
import { documentsEngine } from '#features/documents/documents-engine.ts';
import { documentsSlice, selectDocument } from '#features/documents/documents-slice.ts';
import { answersChanged } from '#features/drafts/draft-events.ts';
import { createDraft, openDraft } from '#features/drafts/open-draft.ts';
import { flushDraft, settleDraft } from '#features/drafts/save-draft.ts';
import { outboxEvents, outboxSlice } from '#features/submission/outbox/outbox-slice.ts';
import { submissionSlice } from '#features/submission/submission-slice.ts';
import { AHEAD, MINIMAL } from '../../browser/support/student.ts';
import { newDevice } from '../new-device.ts';

for (const slice of [documentsSlice, submissionSlice, outboxSlice]) rootReducer.inject(slice);
const context = { variant: 'agent', today: todayOf(new Date()) } as const;
const ANSWERS = { ...MINIMAL, howDidYouHearAboutUs: 'Agent', selectedAgent: 'Harbour Bridge|China' };
/** The four required documents (R5.1). */
const REQUIRED = ['year12Evidence', 'passport', 'englishTest', 'academicQualifications'];

let store: AppStore;
let id: string;
const openId = () => store.getState().drafts.open?.id ?? '';

beforeEach(async () => {
  await newDevice();
  store = createStore();
  await store.dispatch(createDraft('agent'));
  store.dispatch(answersChanged(ANSWERS));
  await store.dispatch(flushDraft());
  id = openId();
  for (const slot of REQUIRED) {
    const description = { name: `${slot}.pdf`, type: 'application/pdf', size: 3 };
    await documentFiles.put(id, slot, description, new Blob(['pdf']));
  }
});
// What was still to be saved would come to the device of a later file.
afterEach(() => store.dispatch(settleDraft()));

test('a complete draft is taken as it is on the disk, whether it is open or rests', async () => {
  expect(await store.dispatch(takeForReview(id, context))).toMatchObject({ id, answers: ANSWERS });
  await store.dispatch(createDraft('agent'));
  expect(await store.dispatch(takeForReview(id, context))).toMatchObject({ id, answers: ANSWERS });
});

test('one of which another tab has changed a document is taken with that document, which the review shows', async () => {
  await store.dispatch(documentsEngine()).open(id);
  const description = { name: 'renewed.pdf', type: 'application/pdf', size: 4, attachment: 'later' };
  await documentFiles.put(id, 'passport', description, new Blob(['late']));
  expect(await store.dispatch(takeForReview(id, context))).toMatchObject({ id });
  expect(selectDocument(store.getState(), id, 'passport')).toMatchObject({ name: 'renewed.pdf', attachment: 'later' });
});

test('one that is not in order is not, and says why in the words of the form', async () => {
  store.dispatch(answersChanged({ firstName: '' }));
  expect(await store.dispatch(takeForReview(id, context))).toBe('Please enter your first name');
  store.dispatch(answersChanged({ familyName: '', email: '' }));
  expect(await store.dispatch(takeForReview(id, context))).toBe('Please enter your first name, and 2 more');
});

test('one without its required documents is not, and names them', async () => {
  await store.dispatch(createDraft('agent'));
  store.dispatch(answersChanged(ANSWERS));
  expect(await store.dispatch(takeForReview(openId(), context))).toBe(
    'Missing required documents: Evidence of Year 12 or Vocational Education, Current Passport, ELICOS Training Offer, Academic Qualifications & Transcripts',
  );
});

test.each([
  [
    'that waits to be sent already',
    'You have already confirmed this application',
    () => {
      const entry = { id, order: 1, applicant: 'Wei', variant: 'agent' as const, confirmedAt: 1 };
      store.dispatch(outboxEvents.changed({ entries: [entry], sending: null }));
    },
  ],
  [
    'that went to another device',
    'You continued this application on another device',
    () => {
      const note = { id, relay: 'relay', writer: 'writer', state: 'taken', sealed: '', at: Date.now() };
      localStorage.setItem('handovers', JSON.stringify([note]));
    },
  ],
])('one %s is not: %s', async (_which, why, happen) => {
  happen();
  expect(await store.dispatch(takeForReview(id, context))).toBe(why);
});

test('one that is gone is not', async () => {
  await store.dispatch(openDraft(id));
  expect(await store.dispatch(takeForReview(crypto.randomUUID(), context))).toBe(
    'This device no longer has this application',
  );
});

test('a day that has passed is seen when the review is confirmed: an intake must lie ahead', () => {
  const tomorrow = { ...context, today: todayOf(new Date(`${AHEAD.selectedIntake}T12:00:00Z`)) };
  expect(whyNotNow(ANSWERS, REQUIRED, context)).toBeUndefined();
  expect(whyNotNow(ANSWERS, REQUIRED, tomorrow)).toContain('Please select your preferred intake date');
});
