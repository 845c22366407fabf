import { expect, test } from 'vitest';
import { type DocumentDescriptor, documentsEvents, documentsSlice } from '#features/documents/documents-slice.ts';

const DRAFT = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const place = { draftId: DRAFT, slot: 'passport' };
const document = (attachment: string): DocumentDescriptor => ({
  ...{ attachment, name: `${attachment}.pdf`, type: 'application/pdf', size: 100, uploadedBytes: 0, kept: true },
  state: 'uploading',
});

test('the progress of a file that was replaced is not shown at the file that took its place', () => {
  const { attached, progressed } = documentsEvents;
  const replaced = [
    attached({ ...place, document: document('old') }),
    attached({ ...place, document: document('new') }),
  ].reduce(documentsSlice.reducer, documentsSlice.getInitialState());
  const late = progressed({ ...place, attachment: 'old', changes: { state: 'uploaded', uploadedBytes: 100 } });
  expect(documentsSlice.reducer(replaced, late)).toEqual({ [DRAFT]: { passport: document('new') } });
  const own = progressed({ ...place, attachment: 'new', changes: { uploadedBytes: 7 } });
  expect(documentsSlice.reducer(replaced, own)).toEqual({
    [DRAFT]: { passport: { ...document('new'), uploadedBytes: 7 } },
  });
});
