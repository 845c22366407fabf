import { randomBytes } from 'node:crypto';
import type { FlowForm } from '../ports/workflow.ts';
import type { OutboundBody } from './outbound-request.ts';

const CRLF = Buffer.from('\r\n');

/** A multipart/form-data body of known length; large files are read while they are sent. */
export function multipartBody({ fields, files }: FlowForm): OutboundBody & { readonly contentType: string } {
  const boundary = `----form-${randomBytes(18).toString('hex')}`;
  const texts = fields.map(([name, value]) => Buffer.from(`${head(boundary, name)}\r\n\r\n${value}\r\n`));
  const parts = files.map((file) => ({
    file,
    head: Buffer.from(
      `${head(boundary, file.part)}; filename="${quoted(file.filename)}"\r\nContent-Type: ${file.type}\r\n\r\n`,
    ),
  }));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const length =
    texts.reduce((sum, text) => sum + text.length, end.length) +
    parts.reduce((sum, part) => sum + part.head.length + part.file.size + CRLF.length, 0);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length,
    read: async () => {
      const read = parts.map(async ({ head, file }) => [head, await file.read(), CRLF]);
      return Buffer.concat([...texts, ...(await Promise.all(read)).flat(), end]);
    },
    open: async function* () {
      yield Buffer.concat(texts);
      for (const part of parts) {
        yield part.head;
        yield* exactly(part.file.open(), part.file.size);
        yield CRLF;
      }
      yield end;
    },
  };
}

const head = (boundary: string, name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;

/** Names as the HTML standard writes them into multipart headers. */
const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

async function* exactly(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const block of content) {
    seen += block.length;
    yield block;
  }
  if (seen !== size) throw new Error('a document is not as long as it was');
}
