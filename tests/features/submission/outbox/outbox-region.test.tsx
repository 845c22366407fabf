import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { draftDeleted } from '#features/drafts/draft-events.ts';
import { outboxEvents, outboxSlice, summaryOf } from '#features/submission/outbox/outbox-slice.ts';
import type { OutboxEntry } from '#features/submission/outbox/outbox-storage.ts';
import { OutboxRegion } from '#features/submission/outbox/outbox-view.tsx';
import { renderThemed } from '../../render.tsx';
import { entryOf } from './entries.ts';

const CONFIRMED_AT = new Date(2026, 5, 15, 9, 30).getTime();
const [mei, lan] = [entryOf('Mei', 1, CONFIRMED_AT), entryOf('Lan', 2, CONFIRMED_AT)];
const onWithdraw = vi.fn();
const onRetry = vi.fn();

afterEach(cleanup);

function show(entries: readonly OutboxEntry[], sending: string | null = null) {
  const store = configureStore({ reducer: combineReducers({ outbox: outboxSlice.reducer }) });
  store.dispatch(outboxEvents.changed({ entries: entries.map(summaryOf), sending }));
  renderThemed(
    <Provider store={store}>
      <OutboxRegion {...{ onWithdraw, onRetry }} />
    </Provider>,
  );
  return store;
}
const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

describe('the line of confirmed applications', () => {
  test('says in plain words that each will be sent, and until when it is kept', () => {
    show([mei, lan]);
    expect(rows()[0]).toContain('Not sent yet. We will send it soon');
    expect(rows()[1]).toContain('Not sent yet. We will send it soon');
    expect(rows()[0]).toMatch(/Kept until Monday,? 22 June/);
  });

  test('says which one is under way', () => {
    show([mei, lan], mei.id);
    expect(rows()[0]).toContain('We are sending it now');
  });

  test('one that was set aside names its reason, and can be tried again', () => {
    show([{ ...mei, failure: { code: 'VALIDATION_FAILED', message: 'Form validation failed' } }, lan]);
    expect(rows()[0]).toContain('Not sent: Form validation failed');
    expect(rows()[1]).toContain('Not sent yet. We will send it soon.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again Mei' }));
    expect(onRetry).toHaveBeenCalledWith(mei.id);
  });

  test('each can be withdrawn', () => {
    show([mei, lan]);
    fireEvent.click(screen.getByRole('button', { name: 'Withdraw Lan' }));
    expect(onWithdraw).toHaveBeenCalledWith(lan.id);
  });

  test('goes with the draft that is deleted, and shows nothing when nothing waits', () => {
    const store = show([mei]);
    store.dispatch(draftDeleted(mei.id));
    expect(outboxSlice.selectSlice(store.getState()).entries).toEqual([]);
    cleanup();
    show([]);
    expect(screen.queryByRole('region')).toBeNull();
  });
});
