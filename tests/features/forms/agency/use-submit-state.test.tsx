import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { toast } from '#components/toasts.tsx';
import type { StageError, Submission } from '#domain/submission/submission.ts';
import { useFailureToast, useSubmitState } from '#features/forms/agency/use-submit-state.ts';
import type { SubmissionProgress } from '#features/submission/use-submission.tsx';

type Progress = Parameters<typeof useSubmitState>[0];
const REFUSED = { code: 'POWER_AUTOMATE_ERROR', message: 'Agent application submission failed: The list is closed' };
const NETWORK = {
  code: 'NETWORK_ERROR',
  message: 'Network error occurred. Please check your connection and try again.',
};

/** As the page knows it before the server has it. */
const here = (status: SubmissionProgress['status'], error?: StageError): Progress => ({
  status,
  stages: [{ name: 'preparing', state: error ? 'error' : 'in-progress', ...(error && { error }) }],
  submission: undefined,
  confirmedAgain: false,
});
/** As the server says it is. */
const there = (status: Submission['status'], error?: StageError): Progress => {
  const { stages } = here(status, error);
  return { ...here(status, error), submission: { id: 'any', kind: 'agent', status, stages } };
};
const follow = (first: Progress) => {
  const { result, rerender } = renderHook((progress: Progress) => useSubmitState(progress), { initialProps: first });
  return { now: () => result.current, rerender, retract: () => act(() => result.current.retract()) };
};

describe('the submission status of the agency form', () => {
  test('is idle, submitting, success', () => {
    const { now, rerender } = follow(here('idle'));
    expect(now().state).toBe('idle');
    for (const progress of [here('waiting'), here('sending'), there('processing')]) {
      rerender(progress);
      expect(now().state).toBe('submitting');
    }
    rerender(there('processed'));
    expect(now().state).toBe('success');
  });
  test("is error with the stage's message when the flow refuses", () => {
    const { now, rerender } = follow(there('processing'));
    rerender(there('error', REFUSED));
    expect(now()).toMatchObject({ state: 'error', failure: REFUSED });
  });
  test('is held, and no failure, while the staff find out what a call without an answer did', () => {
    const { now, rerender, retract } = follow(there('processing'));
    const held = { code: 'UNKNOWN_OUTCOME', message: 'The college is checking' };
    rerender(there('error', held));
    expect(now()).toMatchObject({ state: 'held', failure: held });
    retract();
    expect(now().state).toBe('held');
    rerender(there('processed'));
    expect(now().state).toBe('success');
  });
  test('stays error while the server retries automatically, and is success when that succeeds', () => {
    const { now, rerender } = follow(there('processing'));
    rerender(there('error', REFUSED));
    rerender(there('processing'));
    expect(now()).toMatchObject({ state: 'error', failure: REFUSED });
    rerender(there('processed'));
    expect(now()).toMatchObject({ state: 'success', failure: undefined });
  });
  test('is idle again after a change, also while the server tries again', () => {
    const { now, rerender, retract } = follow(there('error', REFUSED));
    retract();
    expect(now()).toMatchObject({ state: 'idle', failure: undefined });
    rerender(there('processing'));
    expect(now().state).toBe('idle');
  });
  test('is submitting when it is submitted while the server tries again, and error when that attempt fails', () => {
    const { now, rerender, retract } = follow(there('error', REFUSED));
    retract();
    rerender(there('processing'));
    rerender({ ...there('processing'), confirmedAgain: true });
    expect(now().state).toBe('submitting');
    rerender(there('error', REFUSED));
    expect(now().state).toBe('error');
  });
  test('is submitting again when the outbox has brought to the server what failed for want of a connection', () => {
    const { now, rerender } = follow(here('error', NETWORK));
    expect(now()).toMatchObject({ state: 'error', failure: NETWORK });
    rerender(there('processing'));
    expect(now()).toMatchObject({ state: 'submitting', failure: undefined });
  });
  test('is idle again when it was withdrawn', () => {
    const { now, rerender } = follow(here('error', NETWORK));
    rerender(here('idle'));
    expect(now().state).toBe('idle');
  });
});

describe('the toast of a failed submission', () => {
  afterEach(() => vi.restoreAllMocks());

  test('stays 4000 ms, and goes when it is tried again', () => {
    const error = vi.spyOn(toast, 'error');
    const dismiss = vi.spyOn(toast, 'dismiss');
    const { rerender } = renderHook(useFailureToast, { initialProps: 'submitting' });
    rerender('error');
    const [words, options] = error.mock.calls[0] ?? [];
    expect(words).toBe('Submission failed, please try again');
    expect(options).toMatchObject({ duration: 4000 });
    rerender('submitting');
    expect(dismiss).toHaveBeenCalledWith(options?.id);
  });
});
