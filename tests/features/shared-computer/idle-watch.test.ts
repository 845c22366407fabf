import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchIdle } from '#features/shared-computer/idle-watch.ts';

const MINUTE = 60_000;
const events = { onLastMinute: vi.fn(), onBack: vi.fn(), onOver: vi.fn() };
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  end = watchIdle(events);
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.clearAllMocks();
});

const press = (type = 'keydown') => window.dispatchEvent(new Event(type));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('locks after ten minutes without activity, and warns a minute before', async () => {
  await pass(9 * MINUTE - 1);
  expect(events.onLastMinute).not.toHaveBeenCalled();
  await pass(1);
  expect(events.onLastMinute).toHaveBeenCalledTimes(1);
  await pass(MINUTE - 1);
  expect(events.onOver).not.toHaveBeenCalled();
  await pass(1);
  expect(events.onOver).toHaveBeenCalledTimes(1);
  await pass(20 * MINUTE);
  expect(events.onOver).toHaveBeenCalledTimes(1);
});

test.each(['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'])(
  'starts the ten minutes again at each %s, also in the last one',
  async (touch) => {
    await pass(9.5 * MINUTE);
    press(touch);
    expect(events.onBack).toHaveBeenCalledTimes(1);
    await pass(9.9 * MINUTE);
    expect(events.onOver).not.toHaveBeenCalled();
    await pass(0.1 * MINUTE);
    expect(events.onOver).toHaveBeenCalledTimes(1);
  },
);

test('a clock that was set back keeps nothing open', async () => {
  vi.setSystemTime(Date.now() - 5 * 60 * MINUTE);
  await pass(10 * MINUTE);
  expect(events.onOver).toHaveBeenCalledTimes(1);
});

test('a device that has slept locks at the first key, which keeps nothing open', () => {
  // Timers stand still in a sleep, and the steady clock may.
  vi.setSystemTime(Date.now() + 11 * MINUTE);
  press();
  expect(events.onOver).toHaveBeenCalledTimes(1);
  expect(events.onBack).not.toHaveBeenCalled();
});

test('a device that has slept locks when the person looks at the page again, before any key', () => {
  vi.setSystemTime(Date.now() + 11 * MINUTE);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(events.onOver).toHaveBeenCalledTimes(1);
});

test('hears of activity in another tab, and tells others, not more often than they need it', async () => {
  const heard = vi.fn();
  const other = new BroadcastChannel('shared-computer-touched');
  const { promise, resolve } = Promise.withResolvers<void>();
  other.onmessage = () => {
    heard();
    resolve();
  };
  await pass(9 * MINUTE);
  for (let times = 0; times < 20; times += 1) press();
  vi.useRealTimers();
  await promise;
  expect(heard).toHaveBeenCalledTimes(1);
  other.close();
});

test('activity in another tab keeps it open', async () => {
  const back = new Promise<void>((resolve) => events.onBack.mockImplementation(resolve));
  await pass(9.5 * MINUTE);
  const other = new BroadcastChannel('shared-computer-touched');
  other.postMessage(null);
  await back;
  await pass(9.9 * MINUTE);
  expect(events.onOver).not.toHaveBeenCalled();
  other.close();
});

test('ends with what began it', async () => {
  end();
  await pass(20 * MINUTE);
  expect(events.onOver).not.toHaveBeenCalled();
});
