import type { PDFDocumentProxy } from 'pdfjs-dist';

interface SaidOfItself {
  readonly isEncrypted: boolean;
  /** An XFA form that only Adobe's programs show. Others show a page that says 'Please wait'. */
  readonly isPlaceholder: boolean;
  /** A portfolio: a cover page with other files inside. */
  readonly isPortfolio: boolean;
  readonly isSigned: boolean;
  /** It has a signature, or fields to fill in. */
  readonly isForm: boolean;
}

/** What a PDF says of itself: nothing of a document that is too broken to say it. */
export async function saysOfItself(pdf: PDFDocumentProxy): Promise<SaidOfItself> {
  const known = await pdf.getMetadata().catch(() => undefined);
  const info: Readonly<Record<string, unknown>> = { ...known?.info };
  return {
    isEncrypted: (info.EncryptFilterName ?? null) !== null,
    isPlaceholder: info.IsXFAPresent === true && (await asksToWait(pdf)),
    isPortfolio: info.IsCollectionPresent === true,
    isSigned: info.IsSignaturesPresent === true,
    isForm: [info.IsAcroFormPresent, info.IsSignaturesPresent, info.IsXFAPresent].includes(true),
  };
}

/** An XFA form with ordinary pages is shown by all programs, so its only page must say that it waits. */
async function asksToWait(pdf: PDFDocumentProxy): Promise<boolean> {
  if (pdf.numPages !== 1) return false;
  const text = await pdf
    .getPage(1)
    .then((page) => page.getTextContent())
    .catch(() => undefined);
  const words = (text?.items ?? []).map((item) => ('str' in item ? item.str : '')).join(' ');
  return /please wait|adobe (acrobat )?reader/i.test(words);
}
