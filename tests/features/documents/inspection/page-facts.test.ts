// @vitest-environment node
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test, vi } from 'vitest';
import { factsOf } from '#features/documents/inspection/page-facts.ts';
import { sheet } from '../../../support/drawn-pages.ts';
import { makeScanPdf, makeTextPdf } from '../../../support/real-pdf.ts';

// The addresses of its scripts are known to the build only.
vi.mock('#features/documents/pdf/pdf-js.ts', () => ({
  bringPdfJs: () => import('pdfjs-dist/legacy/build/pdf.mjs'),
}));

async function factsOfFirstPage(bytes: Uint8Array) {
  const { promise } = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const { hasText, hasTextOver, scan } = await factsOf(await (await promise).getPage(1));
  return { hasText, hasTextOver, isScan: scan !== undefined };
}

test.each([
  ['a scan', () => makeScanPdf([sheet()]), { hasText: false, hasTextOver: false, isScan: true }],
  [
    'a scan with recognized text',
    () => makeScanPdf([sheet()], undefined, 'recognized'),
    { hasText: true, hasTextOver: false, isScan: true },
  ],
  [
    'a certificate over a picture',
    () => makeScanPdf([sheet()], undefined, 'print'),
    { hasText: true, hasTextOver: true, isScan: true },
  ],
  ['a page of a program', () => makeTextPdf(), { hasText: true, hasTextOver: false, isScan: false }],
])('%s shows what would be lost if its picture were written again', async (_what, make, facts) => {
  expect(await factsOfFirstPage(await make())).toEqual(facts);
});
