import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Modal, type ModalProps } from '#components/modal.tsx';
import { isModalOpen, leaveTopLayer } from '#components/top-layer.ts';
import { renderThemed } from '../render.tsx';

afterEach(cleanup);

function Page(props: Partial<ModalProps>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Review
      </button>
      <Modal title="Application Review" open={open} onClose={() => setOpen(false)} {...props}>
        <p>Please review your information before submitting</p>
      </Modal>
    </>
  );
}

/** Opens it the way a keyboard does: the focus is on the button. */
function openIt(props: Partial<ModalProps> = {}) {
  renderThemed(<Page {...props} />);
  const opener = screen.getByRole('button', { name: 'Review' });
  opener.focus();
  fireEvent.click(opener);
  return opener;
}
const dialog = () => screen.getByRole<HTMLDialogElement>('dialog', { name: 'Application Review' });

describe('a modal', () => {
  it('is not in the page while it is closed', () => {
    renderThemed(<Page />);
    expect(document.querySelector('dialog')).toBeNull();
  });
  it("opens as the browser's own modal dialog, named by its title, which takes the focus", () => {
    const shown = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    openIt();
    expect(shown).toHaveBeenCalled();
    expect(dialog().open).toBe(true);
    expect(document.activeElement?.textContent).toBe('Application Review');
  });
  it('gives the focus back when it closes', () => {
    const opener = openIt();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(document.querySelector('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });
  it('closes on Escape', () => {
    openIt();
    fireEvent(dialog(), new Event('cancel', { cancelable: true }));
    expect(document.querySelector('dialog')).toBeNull();
  });
  it('stays when it may not be dismissed, and shows no close button', () => {
    openIt({ dismissable: false });
    fireEvent(dialog(), new Event('cancel', { cancelable: true }));
    expect(dialog().open).toBe(true);
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });
  it('stays when it may not be dismissed, though the browser has closed it', () => {
    openIt({ dismissable: false });
    dialog().close();
    expect(dialog().open).toBe(true);
    expect(document.activeElement?.textContent).toBe('Application Review');
  });
  it('keeps Escape from the browser when it may not be dismissed, and only then', () => {
    openIt();
    expect(fireEvent.keyDown(dialog(), { key: 'Escape' })).toBe(true);
    cleanup();
    openIt({ dismissable: false });
    expect(fireEvent.keyDown(dialog(), { key: 'Escape' })).toBe(false);
  });
  it('hears of it when the browser has closed it without asking', () => {
    openIt();
    act(() => dialog().close());
    expect(document.querySelector('dialog')).toBeNull();
  });
  it('closes when the innermost modal is asked to, unless it may not be dismissed', () => {
    openIt();
    expect(isModalOpen()).toBe(true);
    act(leaveTopLayer);
    expect(document.querySelector('dialog')).toBeNull();
    expect(isModalOpen()).toBe(false);
    cleanup();
    openIt({ dismissable: false });
    act(leaveTopLayer);
    expect(dialog().open).toBe(true);
  });
  it('closes on a click behind it only when told so', () => {
    openIt();
    fireEvent.click(dialog());
    expect(dialog().open).toBe(true);
    cleanup();
    openIt({ closeOnBackdrop: true });
    fireEvent.click(screen.getByText(/^Please review/));
    expect(dialog().open).toBe(true);
    fireEvent.click(dialog());
    expect(document.querySelector('dialog')).toBeNull();
  });
  it('can be an alertdialog', () => {
    openIt({ role: 'alertdialog' });
    expect(screen.getByRole('alertdialog', { name: 'Application Review' })).toBeDefined();
  });
});
