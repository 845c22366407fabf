import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { newDraft } from '#features/drafts/draft.ts';
import {
  answersChanged,
  deletedAdded,
  deletedRemoved,
  documentsChanged,
  draftDeleted,
  draftRestored,
  draftsListed,
} from '#features/drafts/draft-events.ts';
import { summaryOf } from '#features/drafts/draft-summary.ts';
import { YourApplications } from '#features/drafts/your-applications.tsx';
import { renderThemed } from '../render.tsx';

const NOW = Date.UTC(2026, 4, 17, 4, 3);
const AMELIA = newDraft('0f8fad5b-d9cb-469f-a165-70867728950e', 'direct', NOW, { firstName: 'Amelia' });
const WEI = newDraft('7c9e6679-7425-40de-944b-e07fc1f90ae7', 'agent', NOW + 1, {
  firstName: 'Wei',
  familyName: 'Zhang',
  passportNumber: 'e 1234567',
  selectedAgent: 'Harbour Bridge|China',
});
const doing = {
  onNew: vi.fn(),
  onOpen: vi.fn(),
  onDelete: vi.fn(),
  onUndo: vi.fn(),
  onDuplicate: vi.fn(),
  onRename: vi.fn(),
};

function show(waiting: Readonly<Record<string, string>> = {}) {
  const store = createStore();
  store.dispatch(draftsListed([summaryOf(AMELIA), summaryOf(WEI, ['passport'])]));
  store.dispatch(draftRestored(AMELIA));
  renderThemed(
    <Provider store={store}>
      <YourApplications actions={doing} waiting={waiting} />
    </Provider>,
  );
  return store;
}
const region = () => within(screen.getByRole('region', { name: 'Your applications' }));

afterEach(cleanup);

test('each draft is in the list with its id, the open one marked', () => {
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

test('one that was deleted stays in the list, under no id, with a way to undo it', () => {
  const store = show();
  act(() => void store.dispatch(draftDeleted(WEI.id)));
  act(() => void store.dispatch(deletedAdded(summaryOf(WEI))));
  const [, deleted] = region().getAllByRole('listitem');
  expect(deleted?.textContent).toContain('Wei Zhang: deleted from this device.');
  expect(deleted?.dataset.draftId).toBeUndefined();
  fireEvent.click(region().getByRole('button', { name: 'Undo deleting Wei Zhang' }));
  expect(doing.onUndo).toHaveBeenCalledWith(expect.objectContaining({ id: WEI.id }));
  act(() => void store.dispatch(deletedRemoved(WEI.id)));
  expect(region().getAllByRole('listitem')).toHaveLength(1);
});

test('one that was confirmed says until when it waits to be sent, in place of its 24 hours', () => {
  show({ [WEI.id]: 'Sunday 24 May at 14:03' });
  const [wei, amelia] = region().getAllByRole('listitem');
  expect(wei?.textContent).toContain('not sent yet, kept until Sunday 24 May at 14:03');
  expect(amelia?.textContent).toMatch(/, kept until Monday/);
});

test('the name follows what is typed into the open draft', async () => {
  const store = show();
  store.dispatch(answersChanged({ familyName: 'Hall' }));
  expect(await region().findByRole('button', { name: 'Open Amelia Hall' })).toBeTruthy();
});

const rowOf = (id: string) => {
  const row = region()
    .getAllByRole('listitem')
    .find(({ dataset }) => dataset.draftId === id);
  if (row === undefined) throw new Error(`no row ${id}`);
  return row;
};

test('typing what no row shows renders no row again, and a minute later the row says when it was saved', () => {
  vi.useFakeTimers({ now: NOW });
  const store = show();
  const before = store.getState().drafts.byId;
  store.dispatch(answersChanged({ streetName: 'Long Road' }));
  expect(store.getState().drafts.byId).toBe(before);
  vi.setSystemTime(NOW + 60_000);
  store.dispatch(answersChanged({ streetName: 'Longer Road' }));
  expect(store.getState().drafts.byId[AMELIA.id]?.changedAt).toBe(NOW + 60_000);
  vi.useRealTimers();
});

test('a row says through whom, at which step, what is missing, when it was saved and until when it is kept', () => {
  show();
  const row = rowOf(WEI.id);
  expect(row.textContent).toContain('Step 1 of 4, agent: Harbour Bridge');
  expect(row.textContent).toContain('To do: 4 steps and 3 documents');
  expect(row.textContent).toMatch(/Saved \w+ \d\d:\d\d, kept until \w+ \d\d:\d\d/);
});

test('a document that is attached is missing no more', async () => {
  const store = show();
  store.dispatch(documentsChanged(AMELIA.id, ['passport', 'englishTest', 'cv']));
  await vi.waitFor(() => expect(rowOf(AMELIA.id).textContent).toContain('and 2 documents'));
});

test('two drafts with one passport number warn of each other, however it was typed', async () => {
  const store = show();
  expect(screen.queryByText(/Same passport number/)).toBeNull();
  store.dispatch(answersChanged({ passportNumber: 'E-1234567' }));
  await vi.waitFor(() => expect(rowOf(AMELIA.id).textContent).toContain('Same passport number as Wei Zhang'));
  expect(rowOf(WEI.id).textContent).toContain('Same passport number as Amelia');
});

test('a draft can be renamed, duplicated, and deleted from this device', () => {
  show();
  fireEvent.click(region().getByRole('button', { name: 'More Wei Zhang' }));
  fireEvent.change(screen.getByLabelText('Your name for this application'), { target: { value: ' cousin ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
  expect(doing.onRename).toHaveBeenCalledWith(expect.objectContaining({ id: WEI.id }), 'cousin');
  fireEvent.click(region().getByRole('button', { name: 'More Wei Zhang' }));
  fireEvent.click(screen.getByRole('button', { name: 'Duplicate' }));
  expect(doing.onDuplicate).toHaveBeenCalledWith(expect.objectContaining({ id: WEI.id }));
  fireEvent.click(region().getByRole('button', { name: 'Delete Wei Zhang' }));
  expect(doing.onDelete).toHaveBeenLastCalledWith(expect.objectContaining({ id: WEI.id }));
});
