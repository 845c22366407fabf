import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Toasts, toast } from '#components/toasts.tsx';
import type { StageState } from '#domain/submission/stages.ts';
import { TOAST_TIMES, useProgressToasts } from '#features/forms/short/progress-toasts.ts';
import { renderThemed } from '../../render.tsx';

afterEach(() => {
  act(() => toast.remove());
  cleanup();
});

type Status = Parameters<typeof useProgressToasts>[0]['status'];
const FAILED = 'Student application submission failed: Power Automate flow call failed: 500 - down';

const HELD =
  'The college is checking whether your application has arrived in its records. You do not need to do anything.';

function Told({ status, held = false }: { readonly status: Status; readonly held?: boolean }) {
  const state: StageState = status === 'error' ? 'error' : 'in-progress';
  const error = held ? { code: 'UNKNOWN_OUTCOME', message: HELD } : { code: 'POWER_AUTOMATE_ERROR', message: FAILED };
  const failure = status === 'error' && { error };
  useProgressToasts({ status, stages: [{ name: 'power-automate', state, ...failure }] });
  return null;
}
const at = (status: Status, held = false) => (
  <>
    <Toasts />
    <Told status={status} held={held} />
  </>
);
const said = () =>
  within(screen.getByRole('region', { name: 'Notifications' }))
    .queryAllByText(/./)
    .map(({ textContent }) => textContent);

test('a loading toast stays until the server has the application, then the success is said', () => {
  const { rerender } = renderThemed(at('idle'));
  act(() => rerender(at('waiting')));
  act(() => rerender(at('sending')));
  expect(said().filter((words) => words === 'Submitting your application...').length).toBe(1);
  act(() => rerender(at('processing')));
  act(() => rerender(at('processed')));
  expect(said()).toContain('Application submitted successfully!');
});

test('a failure is said in the words of its stage', () => {
  const { rerender } = renderThemed(at('sending'));
  act(() => rerender(at('error')));
  expect(said()).toContain(FAILED);
});

test('what the staff look into is said as a note, not as a failure', () => {
  const { rerender } = renderThemed(at('sending'));
  act(() => rerender(at('error', true)));
  expect(said()).toContain(HELD);
  expect(document.querySelector('[data-kind=error]')).toBeNull();
});

test('what a reload finds ended is not said once more', () => {
  const { rerender } = renderThemed(at('idle'));
  act(() => rerender(at('processed')));
  expect(said()).toEqual([]);
});

test('toasts of the short form: 4 s blank, error and custom, 2 s success, loading until dismissed', () => {
  expect(TOAST_TIMES).toEqual({
    blank: { duration: 4000 },
    error: { duration: 4000 },
    custom: { duration: 4000 },
    success: { duration: 2000 },
    loading: { duration: Number.POSITIVE_INFINITY },
  });
});
