import type { PDFDocumentProxy } from 'pdfjs-dist';

interface SaidOfItself {
  readonly isEncrypted: boolean;
  /** It has a signature, or fields to fill in. */
  readonly isForm: boolean;
}

/** What a PDF says of itself: nothing of a document that is too broken to say it. */
export async function saysOfItself(pdf: PDFDocumentProxy): Promise<SaidOfItself> {
  const known = await pdf.getMetadata().catch(() => undefined);
  const info: Readonly<Record<string, unknown>> = { ...known?.info };
  return {
    isEncrypted: (info.EncryptFilterName ?? null) !== null,
    isForm: [info.IsAcroFormPresent, info.IsSignaturesPresent, info.IsXFAPresent].includes(true),
  };
}
