import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { toast } from '#components/toasts.tsx';
import { AgencyOffer, KeptAgencyLine } from '#features/desk/agency-line.tsx';
import { newDraft } from '#features/drafts/draft.ts';
import { answersChanged, draftRestored } from '#features/drafts/draft-events.ts';
import { beforeSaving } from '#features/drafts/save-draft.ts';
import { renderThemed } from '../render.tsx';

const WEI = newDraft('7c9e6679-7425-40de-944b-e07fc1f90ae7', 'agent', Date.UTC(2026, 4, 17), {
  firstName: 'Wei',
  howDidYouHearAboutUs: 'Agent',
});
const stored = () => JSON.parse(localStorage.getItem('kept-agency') ?? 'null');
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => fireEvent.click(button(name));

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show() {
  const store = createStore();
  store.dispatch(draftRestored(WEI));
  renderThemed(
    <Provider store={store}>
      <AgencyOffer />
    </Provider>,
  );
  return store;
}

test('nothing is kept before the agent asks for it, and nothing of the student afterwards', () => {
  const store = show();
  expect(screen.queryByRole('button')).toBeNull();
  act(() => void store.dispatch(answersChanged({ selectedAgent: 'Harbour Bridge|China' })));
  expect(stored()).toBeNull();
  press('Use for all new students');
  expect(stored()).toEqual({ selectedAgent: 'Harbour Bridge|China', howDidYouHearAboutUs: 'Agent' });
  expect(screen.getByText('Harbour Bridge (China)')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /every new student/ })).toBeNull();
});

test('what was typed last is kept as well, though the form has not taken it in yet', () => {
  const store = show();
  act(() => void store.dispatch(answersChanged({ selectedAgent: 'Harbour Bridge|China', agentName: 'Mei Lin' })));
  // A form takes in typed text after a pause, or on saving.
  onTestFinished(beforeSaving(() => store.dispatch(answersChanged({ agentEmail: 'mei@harbour.example' }))));
  press('Use for all new students');
  expect(stored()).toMatchObject({ agentName: 'Mei Lin', agentEmail: 'mei@harbour.example' });
});

test('another agent in one application is offered for all, and changes nothing automatically', () => {
  const store = show();
  act(() => void store.dispatch(answersChanged({ selectedAgent: 'Harbour Bridge|China' })));
  press('Use for all new students');
  act(() => void store.dispatch(answersChanged({ selectedAgent: 'Delta|Vietnam' })));
  expect(stored().selectedAgent).toBe('Harbour Bridge|China');
  press('Use this one for all new students');
  expect(stored().selectedAgent).toBe('Delta|Vietnam');
});

test('one click clears it, and the focus stays at the words', () => {
  localStorage.setItem('kept-agency', JSON.stringify({ selectedAgent: 'Harbour Bridge|China' }));
  show();
  screen.getByRole('button', { name: 'Clear the saved agency' }).focus();
  press('Clear the saved agency');
  expect(stored()).toBeNull();
  expect(screen.queryByRole('button', { name: 'Clear the saved agency' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('status'));
});

test('what another tab keeps or clears is seen here', () => {
  renderThemed(<KeptAgencyLine />);
  expect(screen.queryByRole('status')).toBeNull();
  act(() => {
    localStorage.setItem('kept-agency', JSON.stringify({ selectedAgent: 'Harbour Bridge|China' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'kept-agency' }));
  });
  expect(screen.getByText('Harbour Bridge (China)')).toBeTruthy();
  act(() => {
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
  });
  expect(screen.queryByRole('status')).toBeNull();
});

test('a browser that refuses shows the error, and the page continues', () => {
  const said = vi.spyOn(toast, 'error');
  const store = show();
  act(() => void store.dispatch(answersChanged({ selectedAgent: 'Harbour Bridge|China' })));
  vi.stubGlobal('localStorage', undefined);
  press('Use for all new students');
  expect(said).toHaveBeenCalledWith(expect.stringContaining('We could not save this agency'), { id: 'agency' });
  expect(button('Use for all new students')).toBeTruthy();
});
