import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TestCase } from 'vitest/node';
import WaitingReporter from '../waiting-reporter.ts';

const MINUTE = 60_000;
let printed: string[];
let reporter: WaitingReporter;
beforeEach(() => {
  vi.useFakeTimers();
  printed = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  reporter = new WaitingReporter();
  reporter.onTestRunStart();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const testNamed = (name: string) =>
  ({ id: name, fullName: name, module: { relativeModuleId: 'tests/server/x.test.ts' } }) as TestCase;

test('a test that hangs is named every minute until it ends', () => {
  reporter.onTestCaseReady(testNamed('waits'));
  vi.advanceTimersByTime(2 * MINUTE);
  reporter.onTestCaseResult(testNamed('waits'));
  vi.advanceTimersByTime(MINUTE);
  expect(printed).toEqual([
    'Running for 60 s: tests/server/x.test.ts: waits\n',
    'Running for 120 s: tests/server/x.test.ts: waits\n',
  ]);
});

test('a test that is quicker than a minute is not named', () => {
  vi.advanceTimersByTime(MINUTE / 2);
  reporter.onTestCaseReady(testNamed('waits'));
  vi.advanceTimersByTime(MINUTE / 2);
  expect(printed).toEqual([]);
});

test('nothing is printed after the run', () => {
  reporter.onTestCaseReady(testNamed('waits'));
  reporter.onTestRunEnd();
  vi.advanceTimersByTime(MINUTE);
  expect(printed).toEqual([]);
});
