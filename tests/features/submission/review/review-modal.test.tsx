import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { studentForm } from '#domain/student/form.ts';
import { ReviewModal } from '#features/submission/review-modal.tsx';
import { documentsStore } from '../../documents/support/documents-store.ts';
import { renderThemed } from '../../render.tsx';

afterEach(cleanup);

function open() {
  const handlers = { onClose: vi.fn(), onConfirm: vi.fn(), onEdit: vi.fn() };
  renderThemed(
    <Provider store={documentsStore()}>
      <ReviewModal
        draftId="a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11"
        form={studentForm}
        answers={{ firstName: 'Amelia', dateOfBirth: '1999-05-17', streetName: 'Durbar Marg' }}
        context={{ today: { earliest: '2026-01-10', latest: '2026-01-10' } }}
        documents={[{ slot: 'passport', label: 'Current Passport', name: 'passport.pdf', size: 1_572_864 }]}
        {...handlers}
      />
    </Provider>,
  );
  return handlers;
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe("'Application Review'", () => {
  test('is a dialog that asks to review before submitting', () => {
    open();
    const dialog = within(screen.getByRole('dialog', { name: 'Application Review' }));
    expect(dialog.getByText('Please review your information before submitting')).toBeDefined();
  });

  test('shows answers and documents with their sizes', () => {
    open();
    for (const part of ['Amelia', '17 May 1999', 'Durbar Marg']) expect(screen.getByText(part)).toBeDefined();
    const documents = screen.getByRole('heading', { name: 'Uploaded Documents' }).closest('section');
    expect(documents?.textContent).toContain('passport.pdf (1.5 MB)');
  });

  test("goes back by its close button, by 'Back to Edit' and by Escape", () => {
    const { onClose } = open();
    press('Close');
    press('Back to Edit');
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  test("submits by 'Confirm & Submit Application'", () => {
    const { onConfirm } = open();
    press('Confirm & Submit Application');
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  test('leads back to the step of a section, and to the documents', () => {
    const { onEdit } = open();
    press('Edit Personal Information');
    press('Edit Current Address');
    press('Edit Uploaded Documents');
    expect(onEdit.mock.calls).toEqual([
      ['personal', 'personal-information'],
      ['contact', 'current-address'],
      ['course', 'documents'],
    ]);
  });
});
