import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rootReducer } from '#app/root-reducer.ts';
import { createStore } from '#app/store.ts';
import { todayOf } from '#domain/form/calendar.ts';
import { Desk } from '#features/desk/desk.tsx';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { loadDraft, saveDraft } from '#features/drafts/draft-database.ts';
import { draftsListed, handoversListed } from '#features/drafts/draft-events.ts';
import { summaryOf } from '#features/drafts/draft-summary.ts';
import { keepConfirmed, nameOf } from '#features/preflight/confirmed-findings.ts';
import { outboxEvents, outboxSlice } from '#features/submission/outbox/outbox-slice.ts';
import { submissionSlice } from '#features/submission/submission-slice.ts';
import { MINIMAL } from '../../domain/support/applications.ts';
import { renderThemed } from '../render.tsx';

for (const slice of [documentsSlice, submissionSlice, outboxSlice]) rootReducer.inject(slice);
const REQUIRED = ['year12Evidence', 'passport', 'englishTest', 'academicQualifications'];

/** Ana misses everything, Bo and Chi nothing. */
function show() {
  const store = createStore();
  const now = Date.now();
  const made = ['Ana', 'Bo', 'Chi'].map((firstName, index) => {
    const draft = newDraft(firstName, 'agent', now - index, { firstName, familyName: 'Hall' });
    const isComplete = firstName !== 'Ana';
    return summaryOf({ ...draft, completedSteps: isComplete ? [1, 2, 3, 4] : [] }, isComplete ? REQUIRED : []);
  });
  store.dispatch(draftsListed(made));
  renderThemed(
    <Provider store={store}>
      <Desk context={{ variant: 'agent', today: todayOf(new Date()) }} />
    </Provider>,
  );
  return store;
}
const chooseAll = () => fireEvent.click(screen.getByRole('checkbox', { name: /^Select all/ }));
const buttons = () =>
  screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((words) => /^(Keep|Delete|Review)/.test(words ?? ''));

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('nothing can be done with several before some are chosen', () => {
  show();
  expect(buttons()).toEqual([]);
});

test('the buttons say what they do and with how many; only those of which nothing is missing are submitted', () => {
  show();
  chooseAll();
  expect(buttons()).toEqual(['Keep 3 applications another 24 hours', 'Delete 3 applications', 'Review and submit 2']);
});

test('a student that a search or a filter hides is not acted on, even if they were chosen before', () => {
  show();
  chooseAll();
  fireEvent.input(screen.getByRole('searchbox', { name: 'Search students' }), { target: { value: 'ana' } });
  expect(buttons()).toEqual(['Keep 1 application another 24 hours', 'Delete 1 application']);
  fireEvent.input(screen.getByRole('searchbox', { name: 'Search students' }), { target: { value: '' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Show' }), { target: { value: 'complete' } });
  expect(buttons()).toEqual(['Keep 2 applications another 24 hours', 'Delete 2 applications', 'Review and submit 2']);
});

test('what was confirmed, or went to another device, is neither kept, deleted nor submitted with others', () => {
  const store = show();
  const entry = { id: 'Bo', order: 1, applicant: 'Bo Hall', variant: 'agent' as const, confirmedAt: Date.now() };
  act(() => void store.dispatch(outboxEvents.changed({ entries: [entry], sending: null })));
  act(() => void store.dispatch(handoversListed({ Chi: 'taken' })));
  chooseAll();
  expect(buttons()).toEqual(['Keep 1 application another 24 hours', 'Delete 1 application']);
});

/** In the row of a student, what the advice before sending comes to. */
const adviceOf = (name: string) =>
  screen
    .getByRole('checkbox', { name: new RegExp(`^${name}`) })
    .closest('label')
    ?.querySelector('[data-part=advice]')?.textContent;

test('each draft says whether it is ready and how much there is to check, and a filter shows those', async () => {
  const store = createStore();
  const now = Date.now();
  const made = [
    { firstName: 'Ana', familyName: 'Hall', birthplace: 'China' },
    { firstName: 'Bo', familyName: 'Hall', birthplace: 'Chengdu' },
    { firstName: 'CHI', familyName: 'Hall', birthplace: 'China' },
  ].map((answers, index) => {
    const draft = newDraft(crypto.randomUUID(), 'agent', now - index, answers);
    return { ...draft, revision: 1, completedSteps: answers.firstName === 'Ana' ? [] : [1, 2, 3, 4] };
  });
  for (const draft of made) await saveDraft(draft);
  keepConfirmed(
    made[2]?.id ?? '',
    new Set([nameOf({ rule: 'nameCapitals', place: 'firstName', saw: CAPITALS, why: '', verbatim: [] })]),
  );
  store.dispatch(draftsListed(made.map((draft) => summaryOf(draft, REQUIRED))));
  renderThemed(
    <Provider store={store}>
      <Desk context={{ variant: 'agent', today: todayOf(new Date()) }} />
    </Provider>,
  );
  await vi.waitFor(() => expect(adviceOf('CHI')).toBe('Ready, 1 to check'));
  expect(adviceOf('Ana')).toBe('1 to check');
  expect(adviceOf('Bo')).toBe('Ready');
  fireEvent.change(screen.getByRole('combobox', { name: 'Show' }), { target: { value: 'check' } });
  expect(screen.getByRole('option', { name: 'To check (2)' })).toBeDefined();
  expect(screen.getByRole('option', { name: 'Ready, nothing to check (1)' })).toBeDefined();
  expect(screen.queryByRole('checkbox', { name: /^Bo/ })).toBeNull();
});
const CAPITALS = 'The name is in capitals: "CHI Hall".';

test('one intake is set for several at once, and whose last step is right with it has nothing left there', async () => {
  const store = createStore();
  const now = Date.now();
  const lastStep = { ...MINIMAL, howDidYouHearAboutUs: 'Agent', selectedAgent: 'Harbour Bridge Education|China' };
  const made = ['Ana', 'Bo'].map((firstName, index) => {
    const answers = { ...lastStep, firstName, agreeToTerms: firstName === 'Ana', selectedIntake: '' };
    return { ...newDraft(crypto.randomUUID(), 'agent', now - index, answers), revision: 1, completedSteps: [1, 2, 3] };
  });
  for (const draft of made) await saveDraft(draft);
  store.dispatch(draftsListed(made.map((draft) => summaryOf(draft))));
  const intakes = [{ value: '2099-04-08', label: '8 April 2099 - 14 July 2100' }];
  renderThemed(
    <Provider store={store}>
      <Desk context={{ variant: 'agent', today: todayOf(new Date()), lists: { intakes } }} />
    </Provider>,
  );
  chooseAll();
  fireEvent.click(screen.getByRole('button', { name: 'Set the intake' }));
  const dialog = screen.getByRole('dialog', { name: 'Set the intake for 2 applications' });
  fireEvent.change(within(dialog).getByLabelText('Preferred intake date'), { target: { value: '2099-04-08' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Set the intake' }));
  const kept = () => Promise.all(made.map(({ id }) => loadDraft(id, now)));
  await vi.waitFor(async () => {
    expect((await kept()).map((draft) => draft?.answers.selectedIntake)).toEqual(['2099-04-08', '2099-04-08']);
  });
  expect((await kept()).map((draft) => draft?.completedSteps)).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3],
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});
