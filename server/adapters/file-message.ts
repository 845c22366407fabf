import type { FileMessage } from '../ports/workflow.ts';
import type { OutboundBody } from './outbound.ts';

/**
 * The file workflow's JSON, `{ "subject", "files": [{ "filename", "content": <base64> }] }`, written as a stream whose
 * length is known before its first byte, so that no document ever lies in memory whole.
 */
export function fileMessageBody({ subject, files }: FileMessage): OutboundBody {
  const heads = files.map(
    ({ filename }, i) => `${i === 0 ? '' : ','}{"filename":${JSON.stringify(filename)},"content":"`,
  );
  const start = `{"subject":${JSON.stringify(subject)},"files":[`;
  const end = ']}';
  const texts = [start, ...heads, end].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const contents = files.reduce((sum, { size }) => sum + base64Length(size) + TAIL.length, 0);
  return {
    length: texts + contents,
    open: async function* () {
      yield Buffer.from(start);
      for (const [i, file] of files.entries()) {
        yield Buffer.from(heads[i] ?? '');
        yield* base64(file.open(), file.size);
        yield Buffer.from(TAIL);
      }
      yield Buffer.from(end);
    },
  };
}

const TAIL = '"}';

export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/** Encodes in groups of three bytes; throws when the content is not as long as was announced. */
async function* base64(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0);
  let seen = 0;
  for await (const block of content) {
    seen += block.length;
    const bytes =
      rest.length === 0 ? Buffer.from(block.buffer, block.byteOffset, block.length) : Buffer.concat([rest, block]);
    const whole = bytes.length - (bytes.length % 3);
    rest = bytes.subarray(whole);
    if (whole > 0) yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1');
  }
  if (seen !== size) throw new Error('a document is not as long as it was');
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1');
}
