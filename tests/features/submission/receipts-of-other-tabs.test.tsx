import 'fake-indexeddb/auto';
import { cleanup, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { SentApplications } from '#features/submission/receipt-view.tsx';
import { saveSent } from '#features/submission/sent-records.ts';
import { newDevice } from '../new-device.ts';
import { renderThemed } from '../render.tsx';

beforeEach(async () => {
  await newDevice();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a receipt that another tab has kept is listed within 30 seconds', async () => {
  renderThemed(
    <Provider store={createStore()}>
      <SentApplications />
    </Provider>,
  );
  const submittedAt = new Date().toISOString();
  const receipt = { reference: 'OFFER_20261126_201600123', submittedAt };
  await saveSent({ id: 'one', applicant: 'Amelia Hall', documents: [], at: Date.now(), ...receipt });
  expect(screen.queryByText('Amelia Hall')).toBeNull();
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  expect(await screen.findByRole('button', { name: 'Receipt of Amelia Hall' })).toBeDefined();
});
