import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, expect, test } from 'vitest';
import type { RejectedFile } from '#components/upload/accepted-files.ts';
import { type DocumentDescriptor, documentsEvents } from '#features/documents/documents-slice.ts';
import { Findings } from '#features/documents/inspection/findings.tsx';
import type { Inspection, Inspections } from '#features/documents/inspection/inspection.ts';
import { renderThemed } from '../../render.tsx';
import { documentsStore } from '../support/documents-store.ts';

const MIB = 1024 * 1024;
const SCAN: DocumentDescriptor = {
  attachment: 'a',
  name: 'scan.pdf',
  type: 'application/pdf',
  size: 20 * MIB,
  uploadedBytes: 20 * MIB,
  state: 'uploaded',
  kept: true,
};

afterEach(cleanup);

/** The offer for a scan, whose smaller copy has 12 MB, and the file that is attached when it is used. */
function showOffer(dpi: number, rejected?: RejectedFile) {
  const store = documentsStore();
  const inspection: Inspection = { pageCount: 1, pictures: [], findings: [], large: { dpi } };
  const inspections: Inspections = {
    of: () => inspection,
    request: () => {},
    shrink: async () => ({ pdf: new Blob([new Uint8Array(12 * MIB)]), comparisons: [] }),
    unlock: async () => undefined,
    subscribe: () => () => {},
  };
  store.dispatch((_dispatch, _getState, services) => Object.assign(services, { inspections }));
  store.dispatch(documentsEvents.attached({ draftId: 'd', slot: 'cv', document: SCAN }));
  const attach = async (file: File) => {
    const document = { ...SCAN, attachment: 'b', size: file.size };
    if (!rejected) store.dispatch(documentsEvents.attached({ draftId: 'd', slot: 'cv', document }));
    return rejected;
  };
  renderThemed(
    <Provider store={store}>
      <Findings draftId="d" slot="cv" onFile={attach} />
    </Provider>,
  );
}

const OFFER = 'This scan is larger than it needs to be';
const makeAndUse = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Make it smaller' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Use the smaller one' }));
};

test.each([
  [400, 'This scan has 20 MB and 400 dpi. At 200 dpi'],
  // A page without a resolution has 72; it loses no pixels.
  [72, 'This scan has 20 MB. We can try to save its pages in fewer bytes.'],
])('a scan of %i dpi is offered smaller: %s', (dpi, words) => {
  showOffer(dpi);
  expect(screen.getByText(OFFER)).toBeTruthy();
  expect(screen.getByText(words, { exact: false })).toBeTruthy();
});

test('a smaller scan that is still large is not offered smaller again', async () => {
  showOffer(400);
  await makeAndUse();
  await expect.poll(() => screen.queryByText(OFFER)).toBeNull();
  await expect.poll(() => screen.queryByRole('button', { name: 'Use the smaller one' })).toBeNull();
});

test('a smaller scan that is refused changes nothing', async () => {
  showOffer(400, { name: 'scan.pdf', code: 'x', message: 'No' });
  await makeAndUse();
  expect(await screen.findByRole('button', { name: 'Use the smaller one' })).toBeTruthy();
});
