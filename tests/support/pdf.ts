import { createHash } from 'node:crypto';

/** Twelve bars, as lines of text are seen from afar: nobody is warned of a blank page. */
const DRAWING = Array.from({ length: 12 }, (_, line) => `60 ${760 - 40 * line} 400 8 re`).join(' ');
const OBJECTS = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>',
  `<</Length ${DRAWING.length + 2}>>stream\n${DRAWING} f\nendstream\n`,
];

/**
 * A PDF of one page that any reader opens, `bytes` long or a little more (at least about 600).
 * @param mark makes its content, and so its hash, different from that of every other mark
 */
export function makePdf({ bytes = 2048, mark = 'page' }: { bytes?: number; mark?: string } = {}): Buffer {
  const head = `%PDF-1.4\n%${mark}\n`;
  const bare = assemble(head, '').length;
  return assemble(head, bytes > bare + 2 ? `%${'.'.repeat(bytes - bare - 2)}\n` : '');
}

function assemble(head: string, padding: string): Buffer {
  let body = head + padding;
  const offsets = OBJECTS.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = String(body.length).padStart(9, '0');
  return Buffer.from(
    `${body}xref\n0 5\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`,
    'latin1',
  );
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
