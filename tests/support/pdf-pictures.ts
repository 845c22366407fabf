import { Buffer } from 'node:buffer';
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';

export interface PdfPicture {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The bytes in the PDF: JPEG if the scan engine made the picture. */
  readonly bytes: Buffer;
}

/** The pictures in a PDF, in the order in which they were added. */
export async function picturesIn(pdf: Uint8Array): Promise<readonly PdfPicture[]> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  return context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFRawStream)) return [];
    const entry = (name: string) => object.dict.get(PDFName.of(name));
    if (entry('Subtype') !== PDFName.of('Image')) return [];
    const number = (name: string) => Number(String(entry(name)));
    return [{ width: number('Width'), height: number('Height'), bytes: Buffer.from(object.contents) }];
  });
}
