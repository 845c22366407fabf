import { openPdf } from '../../pdf/open-pdf.ts';
import { runQpdf } from '../../pdf/qpdf.ts';
import { saysOfItself } from '../../pdf/says-of-itself.ts';
import type { CombinedPdf } from '../scan-engine.ts';

/** A page of a PDF, as it will be in the combined one. */
export interface CopiedPage {
  readonly file: Blob;
  /** Its number in the file, from 1. */
  readonly number: number;
  /** Clockwise quarter turns. */
  readonly turns: number;
}

/** One PDF of whole PDFs, one after the other. @throws as `combinePages` and `openPdf` */
export async function combineFiles(files: readonly Blob[]): Promise<CombinedPdf> {
  const pdf = await runQpdf(files, (paths) => ['--empty', '--pages', ...paths.flatMap((path) => [path, '1-z']), '--']);
  for (const file of files) if (await isSigned(file)) return { pdf, losesSignature: true };
  return { pdf, losesSignature: false };
}

async function isSigned(file: Blob): Promise<boolean> {
  const pdf = await openPdf(file);
  try {
    return (await saysOfItself(pdf.document)).isSigned;
  } finally {
    await pdf.close();
  }
}

/**
 * One PDF of pages of other PDFs. Text, pictures and form fields are copied as they are; digital signatures become
 * invalid.
 *
 * @throws QpdfFailed, or the browser's error if qpdf cannot be loaded
 */
export function combinePages(pages: readonly CopiedPage[]): Promise<Blob> {
  const files = [...new Set(pages.map(({ file }) => file))];
  return runQpdf(files, (paths) => [
    '--empty',
    '--pages',
    ...pages.flatMap(({ file, number }) => [paths[files.indexOf(file)] ?? '', String(number)]),
    '--',
    ...pages.flatMap(({ turns }, index) => (turns === 0 ? [] : [`--rotate=+${turns * 90}:${index + 1}`])),
  ]);
}
