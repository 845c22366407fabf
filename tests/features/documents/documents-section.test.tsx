import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, test } from 'vitest';
import { Toasts, toast } from '#components/toasts.tsx';
import { documentFiles } from '#features/documents/document-files.ts';
import { DocumentsSection } from '#features/documents/documents-section.tsx';
import { documentsEvents } from '#features/documents/documents-slice.ts';
import { documentsComplete } from '#features/documents/use-documents.ts';
import { deleteDraft } from '#features/drafts/draft-database.ts';
import { pdf } from '../pdf.ts';
import { renderThemed } from '../render.tsx';
import { documentsStore } from './support/documents-store.ts';

const DRAFT = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';

afterEach(async () => {
  act(() => toast.remove());
  cleanup();
  await deleteDraft(DRAFT);
});

function page(answers: Record<string, unknown> = {}, isAsked = false) {
  const store = documentsStore();
  renderThemed(
    <Provider store={store}>
      <Toasts />
      <DocumentsSection draftId={DRAFT} answers={answers} isAsked={isAsked} />
    </Provider>,
  );
  return store;
}
const input = (slot: string) => document.querySelector<HTMLInputElement>(`input[type=file][name="${slot}"]`);
const place = (slot: string) =>
  within(document.querySelector<HTMLElement>(`[data-document="${slot}"]`) ?? document.body);
async function attach(slot: string, file: File) {
  const control = input(slot);
  if (!control) throw new Error(`no input ${slot}`);
  await act(async () => void fireEvent.change(control, { target: { files: [file] } }));
}
const alert = () => screen.findByRole('alert');

describe('the documents of the student form', () => {
  test('have nine native file inputs, named after their slots, in two panels', () => {
    page();
    expect([...document.querySelectorAll('input[type=file]')].map((one) => one.getAttribute('name'))).toEqual([
      'year12Evidence',
      'passport',
      'englishTest',
      'academicQualifications',
      'cv',
      'statementOfPurpose',
      'financialDeclaration',
      'bankStatement',
      'sponsorDocuments',
    ]);
    expect(screen.getByRole('heading', { name: 'Required Documents' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Optional Documents' })).toBeDefined();
  });

  test('offer beside each PDF input to make the PDF from photos', () => {
    page();
    for (const slot of document.querySelectorAll<HTMLElement>('[data-document]'))
      expect(within(slot).getByRole('button', { name: 'Make a PDF from photos or PDFs' })).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Make a PDF from photos or PDFs' })).toHaveLength(9);
  });

  test('come with guidance: colour copies, certified translation, one PDF', () => {
    page();
    const text = document.body.textContent;
    for (const part of ['colour copies', 'certified translation', 'single PDF']) expect(text).toContain(part);
  });

  test.each([
    ['English test', 'English Test Results'],
    ['ELICOS Training', 'ELICOS Training Offer'],
  ])('ask for the proof of English that %s gives', (hasCompletedEnglishTest, label) => {
    page({ hasCompletedEnglishTest });
    expect(place('englishTest').getByRole('heading', { name: label })).toBeDefined();
  });

  test("are marked 'Required' while they are missing", async () => {
    page();
    expect(place('passport').getByText('Required')).toBeDefined();
    expect(place('cv').queryByText('Required')).toBeNull();
    await attach('passport', pdf('passport.pdf', 1536));
    await waitFor(() => expect(place('passport').getByText('passport.pdf')).toBeDefined());
    expect(place('passport').queryByText('Required')).toBeNull();
  });

  test('are shown with name and size, can be replaced and removed', async () => {
    page();
    await attach('cv', pdf('cv.pdf', 1536));
    await waitFor(() => expect(place('cv').getByText('cv.pdf')).toBeDefined());
    expect(place('cv').getByText(/1\.5 KB/)).toBeDefined();
    await attach('cv', pdf('newer.pdf', 2048));
    await waitFor(() => expect(place('cv').getByText('newer.pdf')).toBeDefined());
    await act(async () => void fireEvent.click(place('cv').getByRole('button', { name: /^Remove/ })));
    expect(place('cv').queryByText('newer.pdf')).toBeNull();
  });

  test('keep the focus near a button that is no longer needed, not at the top of the page', async () => {
    const store = page();
    await attach('cv', pdf('cv.pdf', 1536));
    await waitFor(() => expect(place('cv').getByText('cv.pdf')).toBeDefined());
    const tell = (state: 'uploading' | 'uploaded') =>
      act(async () => {
        const { attachment = '' } = store.getState().documents[DRAFT]?.cv ?? {};
        store.dispatch(documentsEvents.progressed({ draftId: DRAFT, slot: 'cv', attachment, changes: { state } }));
      });
    await tell('uploading');
    act(() =>
      place('cv')
        .getByRole('button', { name: /^Pause/ })
        .focus(),
    );
    await tell('uploaded');
    expect(document.activeElement).toBe(place('cv').getByRole('button', { name: /^Replace/ }));
  });

  test('are still there after a reload', async () => {
    page();
    await attach('cv', pdf('cv.pdf', 1536));
    await waitFor(async () => expect(await documentFiles.list(DRAFT)).toHaveLength(1));
    cleanup();
    page();
    await waitFor(() => expect(place('cv').getByText('cv.pdf')).toBeDefined());
  });
});

describe('a file that is no PDF', () => {
  const words = 'File validation error: Only PDF files are supported. Please upload PDF documents only';

  test.each([
    ['by its type', new File(['text'], 'notes.txt', { type: 'text/plain' })],
    ['by its content', new File(['text'], 'notes.pdf', { type: 'application/pdf' })],
  ])('%s is refused with our alert and a message at its place', async (_how, file) => {
    page();
    await attach('passport', file);
    expect((await alert()).textContent).toContain(words);
    expect(document.getElementById('passport-error')?.textContent).toContain('File type must be .pdf');
    expect(input('passport')?.getAttribute('aria-describedby')).toBe('passport-error');
    expect(place('passport').getByText('Required')).toBeDefined();
  });
});

describe('submitting without all required documents', () => {
  test('is an error at the place of each that is missing, until it is there, and ties it to its input', async () => {
    page({}, true);
    const messages = () => [...document.querySelectorAll('[id$="-missing"]')].map(({ id }) => id);
    expect(messages()).toEqual([
      'year12Evidence-missing',
      'passport-missing',
      'englishTest-missing',
      'academicQualifications-missing',
    ]);
    expect(document.getElementById('passport-missing')?.textContent).toContain('Please attach this document');
    expect(input('passport')?.getAttribute('aria-invalid')).toBe('true');
    expect(input('passport')?.getAttribute('aria-describedby')).toBe('passport-missing');
    expect(input('cv')?.getAttribute('aria-invalid')).toBeNull();
  });

  test("says 'Missing required documents: …' by their labels and goes to the first", async () => {
    page();
    act(() => void documentsComplete(['year12Evidence', 'englishTest'], {}));
    expect((await alert()).textContent).toContain(
      'Missing required documents: Current Passport, Academic Qualifications & Transcripts',
    );
    expect(document.activeElement?.closest('[data-document]')?.getAttribute('data-document')).toBe('passport');
  });

  test('opens a folded panel, and the focus is on the first missing slot', () => {
    page();
    const panel = screen.getByText('Required Documents').closest('details');
    panel?.removeAttribute('open');
    act(() => void documentsComplete(['year12Evidence', 'englishTest'], {}));
    expect(panel?.open).toBe(true);
    expect(document.activeElement?.closest('[data-document]')?.getAttribute('data-document')).toBe('passport');
  });

  test('continues when they are all there', () => {
    page();
    expect(documentsComplete(['year12Evidence', 'passport', 'englishTest', 'academicQualifications'], {})).toBe(true);
  });
});
