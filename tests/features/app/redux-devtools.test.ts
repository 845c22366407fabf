import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { devToolsView, HARMLESS } from '#app/redux-devtools.ts';
import { rootReducer } from '#app/root-reducer.ts';
import { agencyForm } from '#domain/agency/form.ts';
import { shortForm } from '#domain/short/form.ts';
import { studentForm } from '#domain/student/form.ts';
import { agentsApi } from '#features/agents/agents-api.ts';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import * as draftEvents from '#features/drafts/draft-events.ts';
import { openLatestDraft, parkDraft } from '#features/drafts/open-draft.ts';
import { listsApi } from '#features/forms/student/lists.ts';
import { sendApplication } from '#features/submission/send-application.ts';
import { api } from '#platform/api.ts';
import { viewOpened } from '#platform/view-slice.ts';
import { TODAY } from '../../domain/support/applications.ts';
import { markedAnswers, markedFileName, markedText, marksIn } from '../../support/marked-answers.ts';
import { pageAt, submissionAt } from '../submission/api-server.ts';
import { startAnsweringServer } from './answering-server.ts';
import { BYTES, quoting, SLOTS, submit } from './marked-application.ts';
import { type Shown, watchedStore } from './watched-store.ts';

const DRAFT_STORY = [
  'drafts/created',
  'drafts/answersChanged',
  'drafts/renamed',
  'drafts/stepCompleted',
  'drafts/stepOpened',
  'drafts/saveFailed',
  'drafts/parked',
  'persist/REHYDRATE',
  'drafts/listed',
  'drafts/deletedAdded',
  'drafts/deletedRemoved',
  'view/opened',
  'documents/attached',
  'documents/progressed',
  'submission/confirmed',
  'outbox/changed',
  'submission/failed',
  'submission/foundAgain',
  'outbox/processingStarted',
  'outbox/ended',
  'drafts/deleted',
];

const LISTS = { source: 'live', updatedAt: '2026-06-15T00:00:00.000Z' };
const AGENT = {
  name: markedText('Ag'),
  contact: markedText('Co'),
  country: '',
  address: '',
  emails: [],
  phones: [],
  websites: [],
};

describe.each([
  ['direct', studentForm],
  ['agent', studentForm],
  ['short', shortForm],
  ['agency', agencyForm],
] as const)('an application of the variant %s, from its first answer to its receipt', (variant, form) => {
  const answers = markedAnswers(form, { today: TODAY });
  let server: Awaited<ReturnType<typeof startAnsweringServer>>;
  let history: readonly Shown[];
  let draftId: string;

  beforeAll(async () => {
    const { refusal, error } = quoting(answers);
    const failed = submissionAt(':id', 'cricos-validation', { state: 'error', error });
    const puts = [
      { status: 422, body: refusal },
      { status: 202, body: failed },
    ];
    server = await startAnsweringServer(
      {
        'PUT /api/student-applications/:id': [...puts],
        'PUT /api/short-applications/:id': [...puts],
        'PUT /api/agent-applications/:id': [...puts],
        'GET /api/submissions/:id': [{ body: failed }],
        'GET /api/agent-list': [{ body: { ...LISTS, items: [AGENT], total: 1 } }],
        'GET /api/intakes': [{ body: { ...LISTS, items: [] } }],
      },
      BYTES,
    );
    pageAt(server.url);
    rootReducer.inject(documentsSlice);
    const { store, history: shown } = watchedStore();
    history = shown;
    await store.dispatch(agentsApi.endpoints.agentList.initiate(undefined));
    await store.dispatch(listsApi.endpoints.intakes.initiate());
    await store.dispatch(openLatestDraft(variant));
    draftId = store.getState().drafts.open?.id ?? '';
    for (const [name, answer] of Object.entries(answers))
      store.dispatch(draftEvents.answersChanged({ [name]: answer }));
    store.dispatch(draftEvents.draftRenamed(markedText('Label')));
    store.dispatch(draftEvents.stepCompleted(1));
    store.dispatch(draftEvents.stepOpened(2));
    store.dispatch(draftEvents.saveFailed({ reason: markedText('Reason') }));
    await store.dispatch(parkDraft());
    await store.dispatch(openLatestDraft(variant));
    const listed = Object.values(store.getState().drafts.byId);
    store.dispatch(draftEvents.draftsListed(listed));
    for (const summary of listed) store.dispatch(draftEvents.deletedAdded(summary));
    store.dispatch(draftEvents.deletedRemoved(draftId));
    store.dispatch(viewOpened('home'));
    await submit(store, draftId, form, variant, answers);
    store.dispatch(api.util.resetApiState());
  });
  afterAll(() => server.stop());

  test('goes through the store with a mark in every field and every file name', () => {
    expect(Object.keys(answers).sort()).toEqual([...new Set(form.fields.map(({ name }) => name))].sort());
    const typed = form.fields.filter(({ kind, options }) => options === undefined && kind !== 'checkbox');
    for (const { name } of typed.filter(({ rules }) => !rules.some(({ test }) => test === 'thisYearOrNext')))
      expect(marksIn([answers[name]], {}), name).toHaveLength(1);
    const within = history.map((one) => one.within).join();
    const names = (SLOTS[form.id] ?? []).map(markedFileName);
    for (const text of [...Object.values(answers), ...names]) expect(within).toContain(JSON.stringify(text));
  });

  test('shows Redux DevTools no answer, no file name and no part of one, in no state and no action', () => {
    const found = history.flatMap(({ action, state }) =>
      marksIn({ [String(action.type)]: { action, state } }, answers),
    );
    // Some of many: an answer that is seen is seen in every state from then on.
    expect([...new Set(found)].slice(0, 20)).toEqual([]);
  });

  test('tells its story: which event, which draft, how far, and how its stages stand', () => {
    expect(history.map(({ action }) => action.type)).toEqual(expect.arrayContaining(DRAFT_STORY));
    const states = history.map(({ state }) => state);
    expect(states).toContainEqual(expect.objectContaining({ view: 'home' }));
    expect(states).toContainEqual(
      expect.objectContaining({
        draft: expect.objectContaining({ id: draftId, variant, step: 2 }),
        save: expect.objectContaining({ state: 'failed' }),
      }),
    );
    const submissions = states.map((state) => state.submissions);
    const stages = expect.objectContaining({ preparing: 'completed', 'cricos-validation': 'error' });
    expect(submissions).toContainEqual({ [draftId]: expect.objectContaining({ phase: 'followed', stages }) });
  });
});

describe('values that are not declared harmless', () => {
  test('is not shown, at any place in the state or in an action', () => {
    const state = { view: { current: 'home', last: 'Amelia' }, guesses: ['Amelia'], Amelia: 1 };
    expect(JSON.stringify(devToolsView(state as never))).toBe('{"view":"home","submissions":{}}');
    const action = { type: 'view/opened', payload: 'Amelia', meta: { arg: 'Amelia' }, error: 'Amelia' };
    expect(HARMLESS.actionSanitizer?.(action, 0)).toEqual({ type: 'view/opened' });
  });

  test('is in no export, which would have the whole state', () => {
    expect(HARMLESS.features).toMatchObject({ export: false, import: false });
  });
});

describe('answers', () => {
  test('do not stay in the store once they were sent: neither as arguments of the call nor as sections of a review', async () => {
    const answers = markedAnswers(studentForm, { today: TODAY });
    const server = await startAnsweringServer(
      { 'PUT /api/student-applications/:id': [{ status: 202, body: submissionAt(':id', 'preparing', {}) }] },
      BYTES,
    );
    pageAt(server.url);
    const { store } = watchedStore();
    const rows = [{ label: 'Passport number', value: String(answers.passportNumber) }];
    await sendApplication(
      store.dispatch,
      crypto.randomUUID(),
      {
        variant: 'direct',
        values: answers,
        applicant: 'Wei Zhang',
        documents: [],
        sections: [{ title: 'Personal Information', rows }],
      },
      { whenUploaded: async () => ({ ok: true, documents: [] }), signal: new AbortController().signal },
    );
    const { submission, api: queries } = store.getState();
    expect(Object.values(submission ?? {}).map(({ phase }) => phase)).toEqual(['followed']);
    expect(marksIn({ submission, queries }, answers)).toEqual([]);
    store.dispatch(api.util.resetApiState());
    await server.stop();
  });
});
