import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { ReceiptView } from '#features/submission/receipt-view.tsx';
import { renderThemed } from '../render.tsx';

const RECEIPT = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  reference: 'OFFER_20260615_103000123',
  applicant: 'Wei Chen',
  submittedAt: '2026-06-15T00:30:00.000Z',
  documents: [],
};
const WORDS = 'This browser may not be able to save or print the receipt. Copy the number and keep it.';

const show = () =>
  renderThemed(
    <Provider store={createStore()}>
      <ReceiptView receipt={RECEIPT} />
    </Provider>,
  );

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a browser that cannot print has a notice, no button for it, and copies the reference', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('print', undefined);
  vi.stubGlobal('navigator', { userAgent: 'simulated', clipboard: { writeText } });
  show();
  expect(screen.queryByRole('button', { name: 'Print receipt' })).toBeNull();
  expect(screen.getByText(WORDS)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Copy number' }));
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith('OFFER_20260615_103000123'));
});

test('a browser inside another app says that it may not save or print', () => {
  vi.stubGlobal('print', () => {});
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 14) [FB_IAB/FB4A;FBAV/450.0]' });
  show();
  expect(screen.getByText(WORDS)).toBeDefined();
});

test('any other browser prints, and says nothing of the kind', () => {
  vi.stubGlobal('print', () => {});
  show();
  expect(screen.getByRole('button', { name: 'Print receipt' })).toBeDefined();
  expect(screen.queryByText(WORDS)).toBeNull();
});
