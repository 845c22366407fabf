import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenIdle } from '#platform/scheduling.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('background work is done without idle callbacks, too (Safari has none)', async () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const run = vi.fn();
  whenIdle(run);
  await vi.runAllTimersAsync();
  expect(run).toHaveBeenCalledTimes(1);
});

test('it waits for an idle moment where the browser tells of one', () => {
  const later = vi.fn();
  vi.stubGlobal('requestIdleCallback', later);
  const run = vi.fn();
  whenIdle(run);
  expect(later).toHaveBeenCalledWith(run, expect.objectContaining({ timeout: expect.any(Number) }));
  expect(run).not.toHaveBeenCalled();
});
