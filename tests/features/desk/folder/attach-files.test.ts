import 'fake-indexeddb/auto';
import { IDBIndex, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rootReducer } from '#app/root-reducer.ts';
import { type AppStore, createStore } from '#app/store.ts';
import { type AttachOutcome, attachFiles, type FileToAttach } from '#features/desk/folder/attach-files.ts';
import type { FolderStudent } from '#features/desk/folder/plan-files.ts';
import { documentFiles } from '#features/documents/document-files.ts';
import { documentsEvents, documentsSlice } from '#features/documents/documents-slice.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { loadDraft, saveDraft } from '#features/drafts/draft-database.ts';
import { draftTakenOver } from '#features/drafts/draft-events.ts';
import { listDrafts } from '#features/drafts/list-drafts.ts';
import { removeDraft } from '#features/drafts/remove-draft.ts';
import { draftTabs } from '#features/drafts/tabs.ts';
import { outboxEvents, outboxSlice } from '#features/submission/outbox/outbox-slice.ts';
import { submissionSlice } from '#features/submission/submission-slice.ts';
import { newDevice } from '../../new-device.ts';
import { pdf } from '../../pdf.ts';

for (const slice of [documentsSlice, submissionSlice, outboxSlice]) rootReducer.inject(slice);

const WEI = '0b0a5f5e-6d0d-4b8e-9d3e-000000000001';
const ANA = '0b0a5f5e-6d0d-4b8e-9d3e-000000000002';
const student = (id: string, passportNumber: string, slots: readonly string[] = []): FolderStudent => ({
  ...{ id, name: id, firstName: '', familyName: '', email: '', passportNumber, slots },
});
const STUDENTS = [student(WEI, 'P1000'), student(ANA, 'P2000')];
const AN_HOUR_AGO = () => Date.now() - 60 * 60 * 1000;

let store: AppStore;
beforeEach(async () => {
  await newDevice();
  store = createStore();
  for (const { id, passportNumber } of STUDENTS)
    await saveDraft({ ...newDraft(id, 'agent', AN_HOUR_AGO(), { passportNumber }), revision: 1 });
  await store.dispatch(listDrafts());
});
afterEach(() => vi.restoreAllMocks());

const place = (
  index: number,
  id: string,
  slot: string,
  file = pdf(`${index}.pdf`),
  replaces = false,
): FileToAttach => ({
  ...{ index, file, place: { id, slot }, replaces },
});
/** What became of each file, in the order in which it was said; `stopAfter` as many. `after` is called after each. */
async function attach(
  files: readonly FileToAttach[],
  stopAfter = Number.POSITIVE_INFINITY,
  after: (index: number) => void = () => {},
) {
  const outcomes: [number, AttachOutcome][] = [];
  const onEach = (index: number, outcome: AttachOutcome) => {
    outcomes.push([index, outcome]);
    after(index);
  };
  const isStopped = () => outcomes.length >= stopAfter;
  await store.dispatch(attachFiles(files, { students: STUDENTS, onEach, isStopped }));
  return outcomes.map(([index, one]) => `${index} ${'why' in one ? one.why : one.isKept ? 'kept' : 'not kept'}`);
}
const keptOf = async (id: string) =>
  Object.fromEntries((await documentFiles.list(id)).map(({ slot, description }) => [slot, description.name]));

test('each document is on the disk under its own student, whose 24 hours start again', async () => {
  expect(await attach([place(0, ANA, 'cv'), place(1, WEI, 'passport'), place(2, WEI, 'cv')])).toEqual([
    '1 kept',
    '2 kept',
    '0 kept',
  ]);
  expect(await keptOf(WEI)).toEqual({ passport: '1.pdf', cv: '2.pdf' });
  expect(await keptOf(ANA)).toEqual({ cv: '0.pdf' });
  const wei = await loadDraft(WEI, Date.now());
  expect(Date.now() - (wei?.changedAt ?? 0)).toBeLessThan(30 * 60 * 1000);
  expect(store.getState().drafts.byId[WEI]?.slots.toSorted()).toEqual(['cv', 'passport']);
});

test('a student whom another tab has open gets nothing, and the others do', async () => {
  const tabs = store.dispatch(draftTabs());
  const acquire = tabs.acquire;
  vi.spyOn(tabs, 'acquire').mockImplementation(async (id) => id !== WEI && acquire(id));
  expect(await attach([place(0, WEI, 'cv'), place(1, ANA, 'cv')])).toEqual([
    '0 This application is open in another tab. Close that tab and try again',
    '1 kept',
  ]);
  expect(await keptOf(WEI)).toEqual({});
});

test('a student whose passport number has changed since the files were shown gets nothing', async () => {
  await saveDraft({ ...newDraft(WEI, 'agent', Date.now(), { passportNumber: 'P3000' }), revision: 2 });
  expect(await attach([place(0, WEI, 'cv')])).toEqual([
    '0 The passport number or e-mail of this student has changed. Choose the files again',
  ]);
  expect(await keptOf(WEI)).toEqual({});
});

test('a student whose application was confirmed in between gets nothing', async () => {
  const entry = { id: WEI, order: 1, applicant: 'Wei', variant: 'agent' as const, confirmedAt: 1 };
  store.dispatch(outboxEvents.changed({ entries: [entry], sending: null }));
  expect(await attach([place(0, WEI, 'cv')])).toEqual(['0 You have already confirmed this application']);
});

test('a document that came into the place in between is not replaced; one that was to be replaced is', async () => {
  await documentFiles.put(WEI, 'cv', { name: 'theirs.pdf', type: 'application/pdf', size: 3 }, new Blob(['pdf']));
  expect(await attach([place(0, WEI, 'cv')])).toEqual([
    '0 This student has a new document here. Attach again to replace it',
  ]);
  expect(await keptOf(WEI)).toEqual({ cv: 'theirs.pdf' });
  expect(await attach([place(1, WEI, 'cv', pdf('ours.pdf'), true)])).toEqual(['1 kept']);
  expect(await keptOf(WEI)).toEqual({ cv: 'ours.pdf' });
});

test('a file that is gone, and one that is no PDF inside, say so, and the next one is attached', async () => {
  const gone = pdf('gone.pdf');
  gone.slice = () => {
    throw new DOMException('gone', 'NotFoundError');
  };
  expect(
    await attach([
      place(0, WEI, 'cv', gone),
      place(1, WEI, 'passport', new File(['no'], 'x.pdf')),
      place(2, ANA, 'cv'),
    ]),
  ).toEqual([
    '0 We could not read the file. Please choose it again',
    '1 File validation error: Only PDF files are supported. Please upload PDF documents only',
    '2 kept',
  ]);
});

test('a file that is gone before all of it was read is named, and is not taken for a full device', async () => {
  const gone = pdf('gone.pdf');
  const refuse = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  // The check of its beginning still gets it.
  const slices = [gone.slice(0, 1024)];
  Object.assign(gone, {
    arrayBuffer: refuse,
    slice: () => slices.shift() ?? Object.assign(new Blob(['x']), { arrayBuffer: refuse }),
  });
  expect(await attach([place(0, WEI, 'cv', gone), place(1, WEI, 'passport')])).toEqual([
    '0 We could not read the file. Please choose it again',
    '1 kept',
  ]);
});

test('where the device is full, the document stays in the page, and no other one is begun', async () => {
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'files') throw new DOMException('no room', 'QuotaExceededError');
    return put.apply(this, given);
  });
  expect(await attach([place(0, WEI, 'cv'), place(1, WEI, 'passport'), place(2, ANA, 'cv')])).toEqual([
    '0 not kept',
    '1 Not started: this device has no room left',
    '2 Not started: this device has no room left',
  ]);
  expect(store.getState().documents?.[WEI]?.cv).toMatchObject({ name: '0.pdf', kept: false });
  expect(store.getState().documents?.[ANA]).toBeUndefined();
});

test('who stops it finds the rest not begun', async () => {
  expect(await attach([place(0, WEI, 'cv'), place(1, WEI, 'passport'), place(2, ANA, 'cv')], 1)).toEqual([
    '0 kept',
    '1 Not started',
    '2 Not started',
  ]);
});

test('a student whom another tab takes over in the middle gets no other file from here, and the next student does', async () => {
  const tabs = store.dispatch(draftTabs());
  const acquire = tabs.acquire;
  let isTaken = false;
  vi.spyOn(tabs, 'acquire').mockImplementation(async (id) => !(isTaken && id === WEI) && acquire(id));
  const takeOver = () => {
    isTaken = true;
    store.dispatch(draftTakenOver(WEI));
  };
  const files = [place(0, WEI, 'cv'), place(1, WEI, 'passport'), place(2, ANA, 'cv')];
  expect(await attach(files, undefined, (index) => index === 0 && takeOver())).toEqual([
    '0 kept',
    '1 This application is open in another tab. Close that tab and try again',
    '2 kept',
  ]);
  expect(await keptOf(WEI)).toEqual({ cv: '0.pdf' });
});

test('a file that is under way when another tab takes its student over says where to look', async () => {
  const put = documentFiles.put.bind(documentFiles);
  vi.spyOn(documentFiles, 'put').mockImplementationOnce(async (...given) => {
    store.dispatch(draftTakenOver(WEI));
    return put(...given);
  });
  expect(await attach([place(0, WEI, 'cv')])).toEqual([
    '0 Another tab has opened this student. Check there if the document is attached',
  ]);
});

test('of a student who is deleted in the middle nothing stays on this device', async () => {
  let isDeleted: Promise<unknown> = Promise.resolve();
  const files = [place(0, WEI, 'cv'), place(1, WEI, 'passport'), place(2, ANA, 'cv')];
  const remove = (index: number) => {
    if (index === 0) isDeleted = store.dispatch(removeDraft(WEI));
  };
  expect(await attach(files, undefined, remove)).toEqual([
    '0 kept',
    '1 This device no longer has this application',
    '2 kept',
  ]);
  await isDeleted;
  expect(await loadDraft(WEI, Date.now())).toBeUndefined();
  expect(await keptOf(WEI)).toEqual({});
  expect(await keptOf(ANA)).toEqual({ cv: '2.pdf' });
});

test('a device that says only later that it had no room for a document ends it as well', async () => {
  const refuse = () => {
    const attachment = store.getState().documents?.[WEI]?.cv?.attachment ?? '';
    const changes = { kept: false };
    store.dispatch(documentsEvents.progressed({ draftId: WEI, slot: 'cv', attachment, changes }));
  };
  expect(
    await attach([place(0, WEI, 'cv'), place(1, ANA, 'cv')], undefined, (index) => index === 0 && refuse()),
  ).toEqual(['0 kept', '1 Not started: this device has no room left']);
});

test('what another tab has removed since this one looked is no longer in the way', async () => {
  expect(await attach([place(0, WEI, 'cv')])).toEqual(['0 kept']);
  await documentFiles.remove(WEI, 'cv');
  expect(await attach([place(1, WEI, 'cv')])).toEqual(['1 kept']);
  expect(await keptOf(WEI)).toEqual({ cv: '1.pdf' });
});

test('where the disk cannot be read, a document that the list names is not replaced without a word', async () => {
  await documentFiles.put(WEI, 'cv', { name: 'theirs.pdf', type: 'application/pdf', size: 3 }, new Blob(['pdf']));
  store = createStore();
  await store.dispatch(listDrafts());
  const reads = [vi.spyOn(IDBIndex.prototype, 'getAllKeys'), vi.spyOn(IDBIndex.prototype, 'getAll')];
  for (const read of reads)
    read.mockImplementation(() => {
      throw new DOMException('no answer', 'UnknownError');
    });
  expect(await attach([place(0, WEI, 'cv')])).toEqual([
    '0 This student has a new document here. Attach again to replace it',
  ]);
});
