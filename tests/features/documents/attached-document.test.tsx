import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, test } from 'vitest';
import { DocumentsSection } from '#features/documents/documents-section.tsx';
import { type DocumentDescriptor, documentsEvents } from '#features/documents/documents-slice.ts';
import { renderThemed } from '../render.tsx';
import { documentsStore } from './support/documents-store.ts';

const DRAFT = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const MB = 1024 * 1024;
const PASSPORT: DocumentDescriptor = {
  attachment: 'a',
  name: 'passport.pdf',
  type: 'application/pdf',
  size: 12 * MB,
  uploadedBytes: 3 * MB,
  state: 'uploading',
  kept: true,
};

afterEach(cleanup);

function show(changes: Partial<DocumentDescriptor>) {
  const store = documentsStore();
  renderThemed(
    <Provider store={store}>
      <DocumentsSection draftId={DRAFT} answers={{}} />
    </Provider>,
  );
  const document = { ...PASSPORT, ...changes };
  act(() => void store.dispatch(documentsEvents.attached({ draftId: DRAFT, slot: 'passport', document })));
  return { state: () => store.getState().documents[DRAFT]?.passport?.state };
}

const said = () => document.querySelector('[data-document="passport"] [data-upload-state]')?.textContent;
const buttons = () =>
  [...document.querySelectorAll('[data-document="passport"] button')]
    .map((one) => one.textContent?.replace(' Current Passport', '').trim())
    .filter((words) => words !== 'Replace' && words !== 'Remove');

describe('a document says in plain words how far it is, and offers what can be done', () => {
  test.each<[Partial<DocumentDescriptor>, string, string[]]>([
    [{ state: 'checking' }, 'Checking the file', []],
    [{ state: 'waiting' }, 'Waiting to upload', []],
    [{ state: 'uploading' }, 'Uploading, 25%', ['Pause']],
    [{ state: 'uploading', bytesPerSecond: 0.1 * MB }, 'Uploading, 25% · About 2 minutes left', ['Pause']],
    [{ state: 'retrying' }, 'Waiting for a connection', ['Try again']],
    [{ state: 'retrying', failure: 'There is no room' }, 'We will try again soon', ['Try again']],
    [{ state: 'paused' }, 'Paused at 25%', ['Resume']],
    [{ state: 'uploaded', uploadedBytes: 12 * MB }, 'Uploaded', []],
    [{ state: 'failed', failure: 'Too much' }, 'Not uploaded', ['Try again']],
  ])('%o: %s', (changes, words, offered) => {
    show(changes);
    expect(said()).toBe(words);
    expect(buttons()).toEqual(offered);
  });

  test('why the server did not take it, at once and aloud', () => {
    show({ state: 'failed', failure: 'Only PDF files are supported. Please upload PDF documents only' });
    expect(screen.getByRole('alert').textContent).toBe(
      'Only PDF files are supported. Please upload PDF documents only',
    );
  });

  test.each<[string, Partial<DocumentDescriptor>, RegExp | undefined]>([
    ['to stay until the upload is done', { state: 'uploading' }, /until the upload is done/],
    ['nothing more once the server has it', { state: 'uploaded' }, undefined],
    ['to stay until the end where not even its name is kept', { state: 'uploaded', unlisted: true }, /is submitted/],
    ['nothing of staying where it has to be chosen again', { state: 'failed' }, undefined],
  ])('of one that this browser could not keep: %s', (_what, changes, words) => {
    show({ kept: false, ...changes });
    const said = screen.queryByText(/could not save a copy/)?.textContent ?? '';
    expect(said).toMatch(words ?? /^$/);
  });

  test('that this browser could not save a copy', () => {
    show({ kept: false });
    expect(screen.getByText(/could not save a copy: stay on this page/)).toBeDefined();
  });

  test('it is paused by the person, and continues when they say so', () => {
    const { state } = show({ state: 'uploading' });
    fireEvent.click(screen.getByRole('button', { name: 'Pause Current Passport' }));
    expect(state()).toBe('paused');
    fireEvent.click(screen.getByRole('button', { name: 'Resume Current Passport' }));
    expect(state()).toBe('waiting');
  });
});
