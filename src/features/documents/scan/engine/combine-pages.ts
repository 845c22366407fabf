import { runQpdf } from '../../pdf/qpdf.ts';

/** A page of a PDF, as it is to stand in the combined one. */
export interface CopiedPage {
  readonly file: Blob;
  /** Its number in the file, from 1. */
  readonly number: number;
  /** Clockwise quarter turns. */
  readonly turns: number;
}

/** One PDF of whole PDFs, one after the other. @throws as `combinePages` */
export const combineFiles = (files: readonly Blob[]): Promise<Blob> =>
  runQpdf(files, (paths) => ['--empty', '--pages', ...paths.flatMap((path) => [path, '1-z']), '--']);

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
