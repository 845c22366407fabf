import { openPdf, UnopenablePdf } from './open-pdf.ts';
import { runQpdf } from './qpdf.ts';

/**
 * Makes a copy of a PDF without its password. Pages, text and form fields stay as they are; a digital signature becomes
 * invalid.
 *
 * @returns undefined if the password is wrong
 * @throws UnopenablePdf, PdfInterrupted, QpdfFailed, or the browser's error if a script does not arrive
 */
export async function unlockPdf(file: Blob, password: string): Promise<Blob | undefined> {
  try {
    await (await openPdf(file, { password })).close();
  } catch (failure) {
    if (failure instanceof UnopenablePdf && failure.because === 'password') return undefined;
    throw failure;
  }
  return runQpdf([file], ([path = '']) => ['--decrypt', `--password=${password}`, path]);
}
