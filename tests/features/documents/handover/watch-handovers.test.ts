import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { watchHandovers } from '#features/documents/handover/handovers.ts';
import { transferCalls } from '#features/documents/transfer/transfer-calls.ts';
import { noteHandover } from '#features/drafts/draft-notes.ts';
import { transferInMemory } from '../support/transfer-in-memory.ts';

const NOW = Date.UTC(2026, 4, 17, 4, 3);
const HOUR = 60 * 60_000;
const note = {
  id: '0d5f8f0e-3f0a-4c55-8f2e-2a4b6c8d0e1f',
  relay: '5c1b6a6e-7d0e-4b0f-9d52-000000000001',
  writer: 'w'.repeat(43),
  state: 'offered',
  at: NOW,
} as const;

let server: ReturnType<typeof transferInMemory>;
/** When the server was asked what became of the link, in milliseconds since it was made. */
let asked: number[];
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  localStorage.clear();
  server = transferInMemory();
  server.set('arrived', new Blob(['encrypted']));
  asked = [];
  vi.spyOn(transferCalls, 'view').mockImplementation((access) => {
    asked.push(Date.now() - NOW);
    return server.calls.view(access);
  });
});
afterEach(async () => {
  localStorage.clear();
  // The watch ends when no link is left.
  await vi.runOnlyPendingTimersAsync();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a link that can be opened is asked for every 5 seconds at first, later the less often, at least every minute', async () => {
  noteHandover(note);
  createStore().dispatch(watchHandovers());
  await vi.advanceTimersByTimeAsync(24 * HOUR);
  expect(asked.filter((at) => at <= 50_000)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50].map((s) => s * 1000));
  const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  expect(waits.at(-1)).toBe(60_000);
  // The link has expired.
  const until = asked.length;
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(asked).toHaveLength(until);
});

test('a younger link among older ones is asked for as often as if it were alone', async () => {
  noteHandover({ ...note, id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', relay: 'older', at: NOW - 2 * HOUR });
  noteHandover(note);
  createStore().dispatch(watchHandovers());
  await vi.advanceTimersByTimeAsync(5000);
  // Both are asked for each time.
  expect(asked).toEqual([0, 0, 5000, 5000]);
});

test('a link that was opened is asked for no more, and the list says that it was', async () => {
  noteHandover(note);
  const store = createStore();
  store.dispatch(watchHandovers());
  await vi.advanceTimersByTimeAsync(5000);
  await server.calls.acknowledge({ id: note.relay, secret: note.writer });
  await vi.advanceTimersByTimeAsync(5000);
  expect(store.getState().drafts.handovers).toEqual({ [note.id]: 'taken' });
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(asked).toEqual([0, 5000, 10_000]);
});
