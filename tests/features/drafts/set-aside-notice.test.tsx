import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { Toasts, toast } from '#components/toasts.tsx';
import { draftsSetAside } from '#features/drafts/draft-events.ts';
import { SetAsideNotice } from '#features/drafts/draft-notices.tsx';
import { openDatabase } from '#platform/database.ts';
import { newDevice } from '../new-device.ts';
import { renderThemed } from '../render.tsx';

beforeEach(newDevice);
afterEach(() => {
  vi.restoreAllMocks();
  act(() => toast.remove());
  cleanup();
});

describe('an application that could not be restored', () => {
  test.each([
    ['Delete it from this device', 'We could not delete this from this device. Try again.'],
    ['Download a copy', 'We could not read this from this device. Try again.'],
  ])('%s shows the failure of the device', async (name, words) => {
    const store = createStore();
    store.dispatch(draftsSetAside(['a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11']));
    renderThemed(
      <Provider store={store}>
        <Toasts />
        <SetAsideNotice />
      </Provider>,
    );
    await openDatabase();
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('disk', 'UnknownError');
    });
    fireEvent.click(screen.getByRole('button', { name }));
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.getByText('One saved application could not be restored')).toBeDefined();
  });
});
