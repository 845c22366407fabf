import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Modal } from '#components/modal.tsx';
import { Toasts, toast } from '#components/toasts.tsx';
import { renderThemed } from '../render.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => toast.remove());
  cleanup();
  vi.useRealTimers();
});
const region = () => screen.getByRole('region', { name: 'Notifications' });

describe('toasts', () => {
  it('stand in the region Notifications; an error is an alert, every other kind a status', () => {
    renderThemed(<Toasts />);
    act(() => {
      toast('blank');
      toast.success('success');
      toast.loading('loading');
      toast.custom('custom');
      toast.error('Submission failed, please try again');
    });
    expect(within(region()).getByRole('alert').textContent).toBe('Submission failed, please try again');
    const said = within(region()).getAllByRole('status');
    expect(said.map((one) => one.textContent).sort()).toEqual(['blank', 'custom', 'loading', 'success']);
  });
  it('go after the time they were given', () => {
    renderThemed(<Toasts />);
    act(() => void toast.success('Application ID copied to clipboard!', { duration: 3000 }));
    act(() => vi.advanceTimersByTime(2900));
    expect(within(region()).queryByRole('status')).not.toBeNull();
    act(() => vi.advanceTimersByTime(200));
    expect(within(region()).queryByRole('status')).toBeNull();
  });
  it.each(['blank', 'error', 'success', 'custom'] as const)('stay 4 to 6 seconds when no time is named: %s', (kind) => {
    renderThemed(<Toasts />);
    act(() => void (kind === 'blank' ? toast('Said') : toast[kind]('Said')));
    act(() => vi.advanceTimersByTime(4000));
    expect(within(region()).queryByText('Said')).not.toBeNull();
    act(() => vi.advanceTimersByTime(2001));
    expect(within(region()).queryByText('Said')).toBeNull();
  });
  it('stay until dismissed when something is loading', () => {
    renderThemed(<Toasts />);
    act(() => void toast.loading('Submitting...'));
    act(() => vi.advanceTimersByTime(3_600_000));
    expect(within(region()).getByRole('status').textContent).toBe('Submitting...');
    fireEvent.click(within(region()).getByRole('button', { name: 'Dismiss' }));
    expect(within(region()).queryByRole('status')).toBeNull();
  });
  it('are held to 20 at most', () => {
    renderThemed(<Toasts />);
    act(() => {
      for (let number = 1; number <= 23; number += 1) toast(`toast ${number}`);
    });
    expect(within(region()).getAllByRole('status')).toHaveLength(20);
  });
  it('move into an open modal, outside of which everything is inert', () => {
    renderThemed(
      <>
        <Toasts />
        <Modal title="Progress" open onClose={() => {}}>
          <p>…</p>
        </Modal>
      </>,
    );
    act(() => void toast.error('Submission failed, please try again'));
    expect(within(screen.getByRole('dialog')).getByRole('alert')).toBeDefined();
  });
});
