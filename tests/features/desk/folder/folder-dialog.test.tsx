import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rootReducer } from '#app/root-reducer.ts';
import { createStore } from '#app/store.ts';
import { FolderDialog } from '#features/desk/folder/folder-dialog.tsx';
import { documentFiles } from '#features/documents/document-files.ts';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { loadDraft, saveDraft } from '#features/drafts/draft-database.ts';
import { outboxSlice } from '#features/submission/outbox/outbox-slice.ts';
import { submissionSlice } from '#features/submission/submission-slice.ts';
import { newDevice } from '../../new-device.ts';
import { pdf } from '../../pdf.ts';
import { renderThemed } from '../../render.tsx';
import { dropFolder } from './dropped-folder.ts';

for (const slice of [documentsSlice, submissionSlice, outboxSlice]) rootReducer.inject(slice);

const WEI = '0b0a5f5e-6d0d-4b8e-9d3e-000000000001';
const ANA = '0b0a5f5e-6d0d-4b8e-9d3e-000000000002';
const NOW = Date.now();
/** Wei was changed last, so his files come first. */
const draftOf = (id: string, firstName: string, passportNumber: string, email = '') => ({
  ...newDraft(id, 'agent' as const, id === WEI ? NOW : NOW - 1000, {
    ...{ firstName, familyName: 'Hall', passportNumber, email },
  }),
  revision: 1,
});
const pdfs = (...names: readonly string[]) => names.map((name) => pdf(name));

beforeEach(async () => {
  await newDevice();
  await saveDraft(draftOf(WEI, 'Wei', 'P1000'));
  await saveDraft(draftOf(ANA, 'Ana', 'P2000'));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The dialog, which has not read its students yet. */
function show() {
  const close = vi.fn();
  const { unmount } = renderThemed(
    <Provider store={createStore()}>
      <FolderDialog onClose={close} />
    </Provider>,
  );
  return { close, unmount };
}
const button = (words: string) => screen.getByRole('button', { name: words });
const press = (words: string) => fireEvent.click(button(words));
const choose = (files: readonly File[]) => fireEvent.change(screen.getByLabelText('Documents'), { target: { files } });
const dropArea = () => {
  const area = screen.getByText('Or drop a folder or files here.').closest('[data-part=drop]');
  if (!area) throw new Error('nothing to drop on');
  return area;
};
const rows = (part: string) =>
  within(screen.getByRole('region', { name: part }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const keptOf = async (id: string) =>
  Object.fromEntries((await documentFiles.list(id)).map(({ slot, description }) => [slot, description.name]));

/** From now on the disk takes this file only after the returned function is called. */
function holdBack(name: string) {
  const put = documentFiles.put.bind(documentFiles);
  let letThrough = () => {};
  const waiting = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  vi.spyOn(documentFiles, 'put').mockImplementation(async (draftId, slot, description, file) => {
    if (description.name === name) await waiting;
    return put(draftId, slot, description, file);
  });
  return () => letThrough();
}

test('a folder that is dropped is read to its end, and the files go where its name and theirs say', async () => {
  show();
  dropFolder(dropArea(), 'P1000', pdfs('passport.pdf', 'cv.pdf', 'bank statement.pdf', 'photo.pdf', '.DS_Store'));
  await screen.findByText('4 files: 3 matched, 1 not matched');
  expect(rows('Matched')).toEqual([
    expect.stringMatching(/^P1000\/bank statement\.pdf.*Bank Statement of Wei Hall/),
    expect.stringMatching(/^P1000\/cv\.pdf.*Curriculum Vitae \(CV\) of Wei Hall/),
    expect.stringMatching(/^P1000\/passport\.pdf.*Current Passport of Wei Hall/),
  ]);
  press('Attach 3 documents');
  await screen.findByText(/^3 files added and uploading\. 1 file is not used/);
  expect(await keptOf(WEI)).toEqual({
    passport: 'passport.pdf',
    cv: 'cv.pdf',
    bankStatement: 'bank statement.pdf',
  });
  expect(await keptOf(ANA)).toEqual({});
});

test('a folder that is dropped before the students are read is matched with them', async () => {
  show();
  dropFolder(dropArea(), 'P1000', pdfs('passport.pdf', 'cv.pdf'));
  await screen.findByText('2 files: 2 matched, 0 not matched');
  expect(rows('Matched')).toEqual([
    expect.stringMatching(/^P1000\/cv\.pdf.*of Wei Hall/),
    expect.stringMatching(/^P1000\/passport\.pdf.*of Wei Hall/),
  ]);
});

test('a folder that the browser cannot read is named as such, and the files that were there stay', async () => {
  show();
  choose(pdfs('P1000 cv.pdf'));
  await screen.findByText('1 file: 1 matched, 0 not matched');
  dropFolder(dropArea(), 'P1000', pdfs('passport.pdf'), Promise.reject(new DOMException('gone', 'NotFoundError')));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('We could not read this. Choose the folder again, or the files in it.');
  expect(rows('Matched')).toHaveLength(1);
});

test('a folder without files has a notice', async () => {
  show();
  dropFolder(dropArea(), 'empty', pdfs('.DS_Store', '._cv.pdf'));
  expect((await screen.findByRole('alert')).textContent).toBe('We found no files there.');
});

test('more than 1,000 files are not taken, and the ones before stay; 1,000 beside what systems leave are', async () => {
  show();
  choose(pdfs('P1000 cv.pdf'));
  await screen.findByText('1 file: 1 matched, 0 not matched');
  const thousand = Array.from({ length: 1000 }, (_, index) => pdf(`scan ${index}.pdf`));
  choose([...thousand, pdf('one more.pdf')]);
  expect((await screen.findByRole('alert')).textContent).toBe('These are 1001 files. Choose 1000 or fewer.');
  expect(rows('Matched')).toHaveLength(1);
  choose([...thousand, pdf('.DS_Store')]);
  await screen.findByText('1000 files: 0 matched, 1000 not matched');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('who stops it keeps what was attached, and attaches the rest by another press', async () => {
  const { close } = show();
  const letThrough = holdBack('P1000 passport.pdf');
  choose(pdfs('P1000 cv.pdf', 'P1000 passport.pdf', 'P2000 cv.pdf'));
  await screen.findByText('3 files: 3 matched, 0 not matched');
  press('Attach 3 documents');
  await screen.findByText('Attaching 2 of 3…');
  await vi.waitFor(() => expect(vi.mocked(documentFiles.put)).toHaveBeenCalledTimes(2));
  // There is no way out in the middle but this one.
  expect(screen.queryByLabelText('Close')).toBeNull();
  press('Stop after this one');
  expect(button('Stopping after this one…')).toHaveProperty('disabled', true);
  letThrough();

  expect((await screen.findByRole('alert')).textContent).toContain('2 files added and uploading. 1 file is not used');
  expect(rows('Could not be attached')).toEqual([
    expect.stringMatching(/^P2000 cv\.pdf.*Not attached: Not started(?! )/),
  ]);
  expect(await keptOf(ANA)).toEqual({});
  press('Attach 1 document');
  expect((await screen.findByRole('alert')).textContent).toContain('3 files added and uploading');
  expect(await keptOf(ANA)).toEqual({ cv: 'P2000 cv.pdf' });
  press('Done');
  expect(close).toHaveBeenCalledOnce();
});

test('an end with failures names each file that was not attached with its reason, and lets it be attached again', async () => {
  show();
  const gone = pdf('P1000 cv.pdf');
  choose([gone, ...pdfs('P2000 cv.pdf')]);
  await screen.findByText('2 files: 2 matched, 0 not matched');
  const slice = vi.spyOn(gone, 'slice').mockImplementation(() => {
    throw new DOMException('gone', 'NotFoundError');
  });
  press('Attach 2 documents');
  expect((await screen.findByRole('alert')).textContent).toContain('1 file added and uploading. 1 file is not used');
  expect(rows('Could not be attached')).toEqual([
    expect.stringMatching(/P1000 cv\.pdf.*Not attached: We could not read the file\. Please choose it again/),
  ]);
  expect(rows('Attached')).toEqual([expect.stringMatching(/P2000 cv\.pdf.*of Ana Hall.*Attached/)]);
  slice.mockRestore();
  press('Attach 1 document');
  expect((await screen.findByRole('alert')).textContent).toContain('2 files added and uploading');
});

test('files that arrive while others are attached do not get between them', async () => {
  show();
  const letThrough = holdBack('P1000 cv.pdf');
  choose(pdfs('P1000 cv.pdf', 'P2000 cv.pdf'));
  await screen.findByText('2 files: 2 matched, 0 not matched');
  let isRead = () => {};
  dropFolder(dropArea(), 'late', pdfs('scan.pdf'), new Promise((resolve) => (isRead = () => resolve())));
  press('Attach 2 documents');
  await screen.findByText('Attaching 1 of 2…');
  isRead();
  letThrough();
  expect((await screen.findByRole('alert')).textContent).toContain('2 files added and uploading');
  expect(rows('Attached')).toHaveLength(2);
  expect(screen.queryByText('late/scan.pdf')).toBeNull();
});

test('another folder starts again: messages about the files before, and the permission to replace documents, are forgotten', async () => {
  await documentFiles.put(WEI, 'cv', { name: 'theirs.pdf', type: 'application/pdf', size: 3 }, new Blob(['pdf']));
  show();
  choose(pdfs('P1000 cv.pdf', 'P1000 passport.pdf'));
  fireEvent.click(await screen.findByLabelText('Replace documents that are already there (1)'));
  fireEvent.click(screen.getByLabelText('Leave out P1000 passport.pdf'));
  await screen.findByText('2 files: 1 matched, 0 not matched, 1 left out');
  choose(pdfs('P1000 cv.pdf', 'P2000 cv.pdf'));
  await screen.findByText('2 files: 2 matched, 0 not matched');
  expect(screen.getByLabelText('Replace documents that are already there (1)')).toHaveProperty('checked', false);
  press('Attach 1 document');
  await screen.findByText(/^1 file added and uploading\. 1 file is not used/);
  expect(await keptOf(WEI)).toEqual({ cv: 'theirs.pdf' });
});

test('an e-mail that was changed elsewhere while the dialog is open finds its student once files are chosen again', async () => {
  show();
  choose(pdfs('wei@x.example cv.pdf'));
  await screen.findByText('1 file: 0 matched, 1 not matched');
  await saveDraft({ ...draftOf(WEI, 'Wei', 'P1000', 'wei@x.example'), revision: 2 });
  choose(pdfs('wei@x.example cv.pdf'));
  await screen.findByText('1 file: 1 matched, 0 not matched');
  press('Attach 1 document');
  await screen.findByText(/^1 file added/);
  expect(await keptOf(WEI)).toEqual({ cv: 'wei@x.example cv.pdf' });
});

test('who leaves the page in the middle loses nothing: the file under way is kept, and no other is begun', async () => {
  const { unmount } = show();
  const letThrough = holdBack('P1000 cv.pdf');
  const putNames = vi.mocked(documentFiles.put).mock;
  choose(pdfs('P1000 cv.pdf', 'P1000 passport.pdf', 'P2000 cv.pdf'));
  await screen.findByText('3 files: 3 matched, 0 not matched');
  press('Attach 3 documents');
  await screen.findByText('Attaching 1 of 3…');
  await vi.waitFor(() => expect(putNames.calls).toHaveLength(1));
  unmount();
  letThrough();
  // Its last work on a student is the time of the last change.
  await vi.waitFor(async () => expect(await loadDraft(WEI, Date.now())).toMatchObject({ revision: 2 }));
  expect(await keptOf(WEI)).toEqual({ cv: 'P1000 cv.pdf' });
  expect(await keptOf(ANA)).toEqual({});
  expect(putNames.calls).toHaveLength(1);
});
