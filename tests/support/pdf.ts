import { createHash } from 'node:crypto';

const OBJECTS = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
];

/**
 * A PDF of one empty page that any reader opens, `bytes` long or a little more (at least about 500).
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
    `${body}xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`,
    'latin1',
  );
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
