import type { FileMessage } from '../ports/workflow.ts';
import type { OutboundBody } from './outbound-request.ts';

/**
 * The file workflow's JSON, `{ "subject", "files": [{ "filename", "content": <base64> }] }`, of a length that is
 * known before its first byte, so that no large document ever lies in memory whole.
 */
export function fileMessageBody({ subject, files }: FileMessage): OutboundBody {
  const start = `{"subject":${JSON.stringify(subject)},"files":[`;
  // With what stands before each file's content.
  const entries = files.map((file, i) => ({
    file,
    head: Buffer.from(`${i === 0 ? start : '"},'}{"filename":${JSON.stringify(file.filename)},"content":"`),
  }));
  const end = Buffer.from(files.length === 0 ? `${start}]}` : '"}]}');
  const length = entries.reduce((sum, { file, head }) => sum + head.length + base64Length(file.size), end.length);
  return {
    length,
    read: async () => {
      const contents = await Promise.all(files.map((file) => file.read()));
      const whole = Buffer.allocUnsafe(length);
      let at = 0;
      for (const [i, { head }] of entries.entries()) {
        at += head.copy(whole, at);
        at += whole.write(contents[i]?.toString('base64') ?? '', at, 'latin1');
      }
      if (at + end.length !== length) throw new Error('a document is not as long as it was');
      end.copy(whole, at);
      return whole;
    },
    open: async function* () {
      for (const { file, head } of entries) {
        yield head;
        yield* base64(file.open(), file.size);
      }
      yield end;
    },
  };
}

export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/** Encodes in groups of three bytes; throws when the content is not as long as was announced. */
async function* base64(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  let seen = 0;
  for await (const block of content) {
    seen += block.length;
    const bytes =
      rest.length === 0 ? Buffer.from(block.buffer, block.byteOffset, block.length) : Buffer.concat([rest, block]);
    // What is left of a block waits for the next one; after the last byte none is expected.
    const whole = seen === size ? bytes.length : bytes.length - (bytes.length % 3);
    rest = bytes.subarray(whole);
    if (whole > 0) yield bytes.toString('base64', 0, whole);
  }
  if (seen !== size) throw new Error('a document is not as long as it was');
  if (rest.length > 0) yield rest.toString('base64');
}
