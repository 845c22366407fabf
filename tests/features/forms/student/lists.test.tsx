import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { useLists } from '#features/forms/student/lists.ts';
import { api } from '#platform/api.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Of our server, so that it is not asked again. */
const refusal = () =>
  new Response(JSON.stringify({ type: 'urn:problem:not-found', title: 'Not here', status: 404, code: 'NOT_FOUND' }), {
    status: 404,
    headers: { 'content-type': 'application/problem+json' },
  });

test('the intakes that have come stay on offer when asking for them again fails', async () => {
  const dates = { startDate: '2099-01-12', finishDate: '2101-01-12' };
  const items = [{ value: '2099-01-12', label: '12 January 2099', ...dates, courseName: 'Building', campusId: 1 }];
  const intakes = { source: 'live', items, updatedAt: '2026-11-27T00:00:00.000Z' };
  let works = true;
  vi.stubGlobal('fetch', async () => (works ? Response.json(intakes) : refusal()));
  const store = createStore();
  const wrapper = ({ children }: { readonly children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(useLists, { wrapper });
  await waitFor(() => expect(result.current.lists.intakes).toHaveLength(1));
  works = false;
  store.dispatch(api.util.invalidateTags(['intakes']));
  const failed = () =>
    Object.values(store.getState().api.queries).some(
      (query) => query?.endpointName === 'intakes' && query.status === 'rejected',
    );
  await waitFor(() => expect(failed()).toBe(true));
  expect(result.current.lists.intakes).toEqual([expect.objectContaining({ value: '2099-01-12' })]);
  expect(result.current.intakesAreDefaults).toBe(false);
});
