import { cleanup, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { HandoverDialog } from '#features/documents/handover/handover-dialog.tsx';
import { newDraft } from '#features/drafts/draft.ts';
import { draftRestored } from '#features/drafts/draft-events.ts';
import { renderThemed } from '../../render.tsx';
import { onPlainHttp } from '../support/plain-http.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  const draft = { ...newDraft(crypto.randomUUID(), 'direct', Date.now()), revision: 1 };
  const store = createStore();
  store.dispatch(draftRestored(draft));
  renderThemed(
    <Provider store={store}>
      <HandoverDialog draftId={draft.id} onClose={() => {}} />
    </Provider>,
  );
  return within(screen.getByRole('dialog', { name: 'Continue on another device' }));
}

test('the dialog offers to make a link', () => {
  expect(show().getByRole('button', { name: 'Make the link' })).toBeDefined();
});

test('where the browser cannot encrypt, the dialog offers no link, and says why and how to go on', () => {
  onPlainHttp();
  const dialog = show();
  expect(dialog.queryByRole('button', { name: 'Make the link' })).toBeNull();
  const alert = dialog.getByRole('alert');
  expect(alert.textContent).toContain('https://');
  expect(alert.textContent).toContain('Finish the application on this device');
  expect(alert.textContent).not.toContain('Check your connection');
});
