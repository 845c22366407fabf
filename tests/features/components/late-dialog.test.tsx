import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useLateDialog } from '#components/late-dialog.ts';
import { Toasts, toast } from '#components/toasts.tsx';
import { NotUnderstood } from '#platform/import-with-retry.ts';
import { renderThemed } from '../render.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
}

const Dialog = ({ title, onClose }: DialogProps) => (
  <div role="dialog" aria-label={title}>
    <button type="button" onClick={onClose}>
      Close
    </button>
  </div>
);

afterEach(() => {
  act(() => toast.remove());
  cleanup();
});

/** A form with a button for a dialog that comes when the test lets it. */
function show() {
  const coming = Promise.withResolvers<ComponentType<DialogProps>>();
  function Opener() {
    const dialog = useLateDialog(() => coming.promise, { toastId: 'late', tooOld: 'This browser is too old for it' });
    return (
      <form>
        <button type="button" onClick={dialog.open}>
          {dialog.busy ?? 'Open'}
        </button>
        {dialog.shown({ title: 'Late', onClose: dialog.close })}
      </form>
    );
  }
  renderThemed(
    <>
      <Toasts />
      <Opener />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  return coming;
}

test('the button says that it works until the dialog is there, which is apart from the form and can be closed', async () => {
  const coming = show();
  expect(screen.getByRole('button', { name: 'Opening…' })).toBeDefined();
  coming.resolve(Dialog);
  const dialog = await screen.findByRole('dialog', { name: 'Late' });
  expect(dialog.closest('form')).toBeNull();
  expect(screen.getByRole('button', { name: 'Open' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('if its scripts do not load a toast appears, and the button can be pressed again', async () => {
  const coming = show();
  coming.reject(new TypeError('Failed to fetch dynamically imported module'));
  await screen.findByText('We could not load this part. Check your connection and try again');
  expect(screen.getByRole('button', { name: 'Open' })).toBeDefined();
});

test('where this browser does not understand them, no word of the connection is said', async () => {
  show().reject(new NotUnderstood('Unexpected token'));
  await screen.findByText('This browser is too old for it');
  expect(screen.queryByText(/Check your connection/)).toBeNull();
});
