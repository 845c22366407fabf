import { createHash } from 'node:crypto';

/** Twelve bars that look like lines of text, so that the product does not warn of a blank page. */
const DRAWING = Array.from({ length: 12 }, (_, line) => `60 ${760 - 40 * line} 400 8 re`).join(' ');
const DRAWN = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>',
  `<</Length ${DRAWING.length + 2}>>stream\n${DRAWING} f\nendstream\n`,
];
/** The documents of the recorded releases are like this, byte for byte. */
const EMPTY = [...DRAWN.slice(0, 2), '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>'];

interface PdfOptions {
  readonly bytes?: number;
  /** Makes the content and its hash unique to this mark. */
  readonly mark?: string;
}

/** A one-page PDF that any reader opens, `bytes` long or slightly more (at least about 600). */
export const makePdf = (options: PdfOptions = {}): Buffer => pdfOf(DRAWN, options);

/** The same with an empty page (at least about 500 bytes). */
export const makeEmptyPdf = (options: PdfOptions = {}): Buffer => pdfOf(EMPTY, options);

function pdfOf(objects: readonly string[], { bytes = 2048, mark = 'page' }: PdfOptions): Buffer {
  const head = `%PDF-1.4\n%${mark}\n`;
  const bare = assemble(objects, head).length;
  return assemble(objects, bytes > bare + 2 ? `${head}%${'.'.repeat(bytes - bare - 2)}\n` : head);
}

function assemble(objects: readonly string[], head: string): Buffer {
  let body = head;
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = String(body.length).padStart(9, '0');
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`,
    'latin1',
  );
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
