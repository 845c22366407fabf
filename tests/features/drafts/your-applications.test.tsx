import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { YourApplications } from '#features/drafts/your-applications.tsx';
import { newDraft } from '#lib/drafts/draft.ts';
import { answersChanged, draftRestored, draftsListed } from '#lib/drafts/draft-events.ts';
import { renderThemed } from '../render.tsx';

const NOW = Date.UTC(2026, 4, 17, 4, 3);
const AMELIA = newDraft('0f8fad5b-d9cb-469f-a165-70867728950e', 'direct', NOW, { firstName: 'Amelia' });
const WEI = newDraft('7c9e6679-7425-40de-944b-e07fc1f90ae7', 'agent', NOW + 1, {
  firstName: 'Wei',
  familyName: 'Zhang',
});
const doing = { onNew: vi.fn(), onOpen: vi.fn(), onDelete: vi.fn() };

function show() {
  const store = createStore();
  store.dispatch(draftsListed([AMELIA, WEI]));
  store.dispatch(draftRestored(AMELIA));
  renderThemed(
    <Provider store={store}>
      <YourApplications {...doing} />
    </Provider>,
  );
  return store;
}
const region = () => within(screen.getByRole('region', { name: 'Your applications' }));

afterEach(cleanup);

test('each draft stands in the list with its id, the open one marked', () => {
  show();
  const rows = region().getAllByRole('listitem');
  expect(rows.map((row) => [row.dataset.draftId, row.getAttribute('aria-current')])).toEqual([
    [WEI.id, null],
    [AMELIA.id, 'true'],
  ]);
});

test("its buttons name the student: 'Open …', 'Delete …', and 'New application' beside the title", () => {
  show();
  fireEvent.click(region().getByRole('button', { name: 'Open Wei Zhang' }));
  fireEvent.click(region().getByRole('button', { name: 'Delete Amelia' }));
  fireEvent.click(region().getByRole('button', { name: 'New application' }));
  expect(doing.onOpen).toHaveBeenCalledWith(expect.objectContaining({ id: WEI.id, variant: 'agent' }));
  expect(doing.onDelete).toHaveBeenCalledWith(expect.objectContaining({ id: AMELIA.id }));
  expect(doing.onNew).toHaveBeenCalledOnce();
});

test('the name follows what is typed into the open draft', async () => {
  const store = show();
  store.dispatch(answersChanged({ familyName: 'Hall' }));
  expect(await region().findByRole('button', { name: 'Open Amelia Hall' })).toBeTruthy();
});
