import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HomePage } from '#app/pages/home-page.tsx';
import { rootReducer } from '#app/root-reducer.ts';
import { type AppStore, createStore } from '#app/store.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { draftsListed } from '#features/drafts/draft-events.ts';
import { summaryOf } from '#features/drafts/draft-summary.ts';
import { outboxEvents, outboxSlice } from '#features/submission/outbox/outbox-slice.ts';
import { api } from '#platform/api.ts';
import { renderThemed, saying } from '../render.tsx';
import { pageAt } from '../submission/api-server.ts';
import { startAnsweringServer } from './answering-server.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const THURSDAY = new Date(2026, 10, 26, 20, 16).getTime();

let store: AppStore;
let server: Awaited<ReturnType<typeof startAnsweringServer>>;
beforeEach(async () => {
  vi.setSystemTime(THURSDAY);
  localStorage.clear();
  server = await startAnsweringServer({}, 0);
  pageAt(server.url);
  store = createStore();
  rootReducer.inject(outboxSlice);
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  store.dispatch(api.util.resetApiState());
  await server.stop();
});

const show = () =>
  renderThemed(
    <Provider store={store}>
      <HomePage />
    </Provider>,
  );
const precedes = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

test('a person who comes back reads above the title what they can continue, and until when it is kept', async () => {
  const draft = { ...newDraft(ID, 'direct', THURSDAY, { firstName: 'Amelia' }), step: 2 };
  store.dispatch(draftsListed([summaryOf(draft)]));
  show();
  const line = await screen.findByText(saying('Continue: Amelia, step 2 of 4, kept until Fri 20:16'));
  expect(precedes(line, screen.getByRole('heading', { level: 1 }))).toBe(true);
  expect(screen.getByRole('button', { name: 'Continue Amelia' })).toBeDefined();
});

test('the page also shows what was submitted last, with its receipt', async () => {
  const note = { id: ID, variant: 'direct' as const, applicant: 'Amelia Hall', documents: [], at: THURSDAY };
  const receipt = { ...note, reference: 'OFFER_20261126_201600123', submittedAt: new Date(THURSDAY).toISOString() };
  store.dispatch(outboxEvents.changed({ entries: [], sending: null, sent: [receipt] }));
  show();
  const words = 'Submitted: Amelia Hall, application number OFFER_20261126_201600123';
  expect(precedes(await screen.findByText(saying(words)), screen.getByRole('heading', { level: 1 }))).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Show receipt' }));
  expect(screen.getByRole('dialog', { name: 'Application receipt' })).toBeDefined();
});

test('that an application has ended is said with its kind, its dates and the reason, until it was read', async () => {
  const note = { variant: 'direct', createdAt: THURSDAY - 3_600_000, changedAt: THURSDAY, at: THURSDAY + 86_400_000 };
  localStorage.setItem('ended-applications', JSON.stringify([note]));
  vi.setSystemTime(THURSDAY + 2 * 86_400_000);
  show();
  await screen.findByText('Your saved application has ended');
  screen.getByText(
    'Student application: started Thu, 26 Nov, 19:16, last changed Thu, 26 Nov, 20:16, deleted Fri, 27 Nov, 20:16.',
  );
  screen.getByText('We keep an application on this device for 24 hours after your last change. Then we delete it.');
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByText('Your saved application has ended')).toBeNull());
  act(cleanup);
  expect(localStorage.getItem('ended-applications')).toBeNull();
});

test('a first visitor sees the title and nothing above it', () => {
  const { container } = show();
  expect(container.querySelector('[data-part=waits]')).toBeNull();
});
