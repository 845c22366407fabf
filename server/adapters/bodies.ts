import { createHash, randomBytes } from 'node:crypto';
import type { OutboundBody } from './exchange.ts';

/** A document to send; its bytes are read while they are sent. */
export interface OutgoingFile {
  readonly filename: string;
  readonly type: string;
  readonly size: number;
  readonly sha256?: string | undefined;
  open(): AsyncIterable<Uint8Array>;
}

/** Documents of an application, with their application and slots (R9.5). */
export interface FileMessage {
  readonly subject: string;
  readonly offerId: string;
  readonly submissionId: string;
  readonly files: readonly (OutgoingFile & { readonly slot: string })[];
}

export interface FlowForm {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly (OutgoingFile & { readonly part: string })[];
}

/** The file workflow's JSON (R9.5), streamed; its length is known before the first byte. */
export function fileMessageBody({ files, ...message }: FileMessage): OutboundBody {
  const { subject, offerId, submissionId } = message;
  const start = JSON.stringify({ subject, offerId, submissionId }).slice(0, -1);
  const entries = files.flatMap((file, i): BodyPart[] => [
    Buffer.from(`${i === 0 ? '' : ','}${entryStart(file)},"content":"`),
    { length: Math.ceil(file.size / 3) * 4, open: () => base64(contentOf(file)) },
    Buffer.from('"}'),
  ]);
  return bodyOf([Buffer.from(`${start},"files":[`), ...entries, Buffer.from(']}')]);
}

const entryStart = ({ filename, slot }: FileMessage['files'][number]) =>
  JSON.stringify({ filename, slot }).slice(0, -1);

/** A multipart/form-data body of known length. The same form under the same key has the same bytes. */
export function multipartBody(form: FlowForm, key: string): OutboundBody & { readonly contentType: string } {
  const { fields, files } = form;
  const boundary = boundaryOf(form, key);
  const head = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
  const texts = fields.map(([name, value]) => `${head(name)}\r\n\r\n${value}\r\n`);
  const documents = files.flatMap((file): BodyPart[] => [
    Buffer.from(`${head(file.part)}; filename="${quoted(file.filename)}"\r\nContent-Type: ${file.type}\r\n\r\n`),
    { length: file.size, open: () => contentOf(file) },
    Buffer.from('\r\n'),
  ]);
  const body = bodyOf([Buffer.from(texts.join('')), ...documents, Buffer.from(`--${boundary}--\r\n`)]);
  return { ...body, contentType: `multipart/form-data; boundary=${boundary}` };
}

/** A hash of the whole form, which no text in it can contain. Random if the hash of a document is unknown. */
function boundaryOf({ fields, files }: FlowForm, key: string): string {
  const parts = files.map(({ part, filename, sha256 }) => [part, filename, sha256]);
  const isKnown = files.every(({ sha256 }) => sha256 !== undefined);
  const text = JSON.stringify([key, fields, parts, isKnown ? '' : randomBytes(18).toString('hex')]);
  return `----form-${createHash('sha256').update(text).digest('hex').slice(0, 36)}`;
}

/** Escapes names in multipart headers as the HTML standard requires. */
const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

type BodyPart = Buffer | OutboundBody;

function bodyOf(parts: readonly BodyPart[]): OutboundBody {
  return {
    length: parts.reduce((sum, { length }) => sum + length, 0),
    open: async function* () {
      for (const part of parts) {
        if (Buffer.isBuffer(part)) yield part;
        else yield* part.open();
      }
    },
  };
}

/** A document's bytes; throws if their number differs from the announced size. */
async function* contentOf(file: OutgoingFile): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const block of file.open()) {
    seen += block.length;
    yield block;
  }
  if (seen !== file.size) throw new Error('a document is not as long as it was');
}

/** Encodes groups of three bytes; the rest of a block is added to the next one. */
async function* base64(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of content) {
    const bytes =
      rest.length === 0 ? Buffer.from(block.buffer, block.byteOffset, block.length) : Buffer.concat([rest, block]);
    const whole = bytes.length - (bytes.length % 3);
    rest = bytes.subarray(whole);
    if (whole > 0) yield bytes.toString('base64', 0, whole);
  }
  if (rest.length > 0) yield rest.toString('base64');
}
