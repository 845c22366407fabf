import { act, cleanup, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AgentPage } from '#app/pages/agent-page.tsx';
import { rootReducer } from '#app/root-reducer.ts';
import { type AppStore, createStore } from '#app/store.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { draftDeleted, draftsListed } from '#features/drafts/draft-events.ts';
import { summaryOf } from '#features/drafts/draft-summary.ts';
import { watchExpiry } from '#features/drafts/expiry.ts';
import { watchDrafts } from '#features/drafts/watch-drafts.ts';
import { outboxEvents, outboxSlice } from '#features/submission/outbox/outbox-slice.ts';
import { api } from '#platform/api.ts';
import { renderThemed } from '../render.tsx';
import { pageAt } from '../submission/api-server.ts';
import { startAnsweringServer } from './answering-server.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

let store: AppStore;
let server: Awaited<ReturnType<typeof startAnsweringServer>>;
beforeEach(async () => {
  localStorage.clear();
  server = await startAnsweringServer({}, 0);
  pageAt(server.url);
  store = createStore();
  rootReducer.inject(outboxSlice);
});
afterEach(async () => {
  cleanup();
  // The page reads the device, which must be over before the document is gone.
  await store.dispatch(watchDrafts());
  await store.dispatch(watchExpiry())();
  store.dispatch(api.util.resetApiState());
  await server.stop();
});

function show({ hasStudent }: { readonly hasStudent: boolean }) {
  if (hasStudent) store.dispatch(draftsListed([summaryOf(newDraft(ID, 'agent', Date.now(), { firstName: 'Minh' }))]));
  renderThemed(
    <Provider store={store}>
      <AgentPage />
    </Provider>,
  );
}

test('the desk stays when its last student was submitted', async () => {
  show({ hasStudent: true });
  const heading = await screen.findByRole('heading', { name: 'Your students' });
  act(() => void store.dispatch(draftDeleted(ID)));
  expect(screen.getByRole('heading', { name: 'Your students' })).toBe(heading);
});

test('the page shows the number of an agency that was registered from this device', async () => {
  const id = 'AGT-2026-8F3K2Z-905325';
  const note = { id: ID, variant: 'agency' as const, applicant: 'Himal Education', documents: [], at: Date.now() };
  const receipt = { ...note, reference: id, submittedAt: new Date().toISOString() };
  store.dispatch(outboxEvents.changed({ entries: [], sending: null, sent: [receipt] }));
  show({ hasStudent: false });
  const region = await screen.findByRole('region', { name: 'Submitted applications' });
  expect(region.textContent).toContain(id);
});

test('an application of an agent that has ended is named there too', async () => {
  const note = {
    variant: 'agent',
    createdAt: Date.now() - 90_000_000,
    changedAt: Date.now() - 86_400_000,
    at: Date.now(),
  };
  localStorage.setItem('ended-applications', JSON.stringify([note]));
  show({ hasStudent: false });
  await screen.findByText('Your saved application has ended');
  screen.getByText(/^Student application by an agent: started /);
});

test('each card says for whom it is', () => {
  show({ hasStudent: false });
  const descriptions = screen
    .getAllByRole('button')
    .filter((button) => button.matches('[data-go]'))
    .map((button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent);
  expect(descriptions).toEqual([
    "You already work with us: start or continue your students' applications.",
    'You want to work with us: tell us about your agency.',
  ]);
});
