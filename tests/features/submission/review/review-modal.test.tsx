import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { studentForm } from '#domain/student/form.ts';
import { ReviewModal } from '#features/submission/review-modal.tsx';
import { documentsStore } from '../../documents/support/documents-store.ts';
import { renderThemed } from '../../render.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open(variant: 'direct' | 'agent' = 'direct', isSent = false) {
  const handlers = { onClose: vi.fn(), onConfirm: vi.fn(), onEdit: vi.fn() };
  renderThemed(
    <Provider store={documentsStore()}>
      <ReviewModal
        draftId="a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11"
        form={studentForm}
        answers={{
          firstName: 'Amelia',
          familyName: 'Rai',
          selectedAgent: 'Harbour Bridge|China',
          dateOfBirth: '1999-05-17',
          streetName: 'Durbar Marg',
        }}
        context={{ variant, today: { earliest: '2026-01-10', latest: '2026-01-10' } }}
        documents={[{ slot: 'passport', label: 'Current Passport', name: 'passport.pdf', size: 1_572_864 }]}
        {...handlers}
        onEdit={isSent ? undefined : handlers.onEdit}
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

describe('the review of an agent', () => {
  const STATEMENT = 'Press Confirm only if the student has read this application and agrees.';
  const confirm = () => screen.getByRole('button', { name: 'Confirm & Submit Application' });

  test('says beside its button that the student has seen what is sent and agrees; nothing more is to be ticked', () => {
    const { onConfirm } = open('agent');
    const described = document.getElementById(confirm().getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe(STATEMENT);
    expect(described?.closest('footer')).toBe(confirm().closest('footer'));
    expect(screen.queryByRole('checkbox')).toBeNull();
    fireEvent.click(confirm());
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  test('is the only one with it: a student who applies alone agrees by the press', () => {
    open('direct');
    expect(screen.queryByText(STATEMENT)).toBeNull();
    expect(confirm().getAttribute('aria-describedby')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Print a copy for the student to check' })).toBeNull();
  });

  test('offers no unsigned copy of what the records already have', () => {
    open('agent', true);
    expect(screen.queryByRole('button', { name: 'Print a copy for the student to check' })).toBeNull();
  });
});

describe('the unsigned copy for the student', () => {
  const openCopy = async () => {
    open('agent');
    press('Print a copy for the student to check');
    return screen.findByRole('dialog', { name: 'Unsigned copy, not submitted' }, { timeout: 15_000 });
  };
  const EVERYTHING = [
    ...[
      'Unsigned copy, not submitted',
      'not submitted, and not a receipt',
      'Amelia Rai',
      'Personal Information',
      '17 May 1999',
      'Harbour Bridge, China',
    ],
    ...['Durbar Marg', 'Current Passport', 'passport.pdf (1.5 MB)'],
  ];

  test('is the one thing that is printed: everything that would be sent, in words, with the documents’ names', async () => {
    await openCopy();
    const printed: string[] = [];
    const print = vi.fn(() => {
      for (const one of document.querySelectorAll('[data-printable]')) printed.push(one.textContent ?? '');
    });
    vi.stubGlobal('print', print);
    press('Print copy');
    vi.unstubAllGlobals();
    expect(printed).toHaveLength(1);
    for (const part of EVERYTHING) expect(printed[0]).toContain(part);
  });

  test('is saved as a separate page', async () => {
    await openCopy();
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:copy');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    press('Download copy');
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('unsigned-copy.html');
    const [page] = made.mock.calls[0] as [Blob];
    const { body } = new DOMParser().parseFromString(await page.text(), 'text/html');
    for (const part of EVERYTHING) expect(body.textContent).toContain(part);
  });

  test('leads back to the review', async () => {
    await openCopy();
    press('Back to the review');
    expect(screen.getByRole('dialog', { name: 'Application Review' })).toBeDefined();
  });
});
