import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import busboy, { type Busboy } from 'busboy';
import type { Answer, Body, Call, ReceivedFile, Service } from '../core/types.ts';

/** The automation flows that take multipart: the student's short application and the agency's. */
export function flowServices(guard: (call: Call) => Answer | undefined): Service[] {
  let count = 0;
  const accept = (): Answer => {
    count += 1;
    return { status: 200, body: { id: 5_000 + count, message: 'Saved to the list.' } };
  };
  const shared = {
    method: 'POST',
    pace: 'write',
    keyed: true,
    read: readMultipart,
    guard,
    answer: ({ body }: Call): Answer => {
      const { title } = Object(body.value) as { title?: unknown };
      return typeof title === 'string' && title !== '' ? accept() : rejected('The title is missing.');
    },
    scenarios: {
      'rejects-message': () => rejected('The list does not take entries at the moment.'),
    },
  } as const;
  return [
    { ...shared, name: 'student-flow', path: '/flows/student' },
    { ...shared, name: 'agent-flow', path: '/flows/agent' },
  ];
}

const rejected = (message: string): Answer => ({ status: 400, body: { message } });

/** Longer than any honest field. */
const MOST_FIELD = 256 * 1024;

/** Reads the body as it comes; `value` has the fields by name, a repeated one as a list. Files are hashed, not held. */
async function readMultipart(request: IncomingMessage): Promise<Body> {
  const fields: (readonly [name: string, value: string])[] = [];
  const files: ReceivedFile[] = [];
  let bytes = 0;
  let problem: string | undefined;
  let parser: Busboy | undefined;
  try {
    parser = openParser(request, fields, files);
  } catch (error) {
    problem = messageOf(error);
  }
  // Throws when the caller went away.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (!parser?.errored) parser?.write(chunk);
  }
  try {
    if (parser) await finished(parser.end());
  } catch (error) {
    problem = messageOf(error);
  }
  if (problem !== undefined) return { value: undefined, files: [], bytes, problem };
  return { value: byName(fields), files, bytes };
}

/** Throws for a body that is not multipart; a malformed one is an error of the parser. */
function openParser(request: IncomingMessage, fields: (readonly [string, string])[], files: ReceivedFile[]): Busboy {
  const { headers } = request;
  if (!headers['content-type']?.startsWith('multipart/form-data')) throw new Error('The body is not multipart.');
  const parser = busboy({ headers, defParamCharset: 'utf8', preservePath: true, limits: { fieldSize: MOST_FIELD } });
  parser.on('field', (name, value, { valueTruncated }) => {
    if (valueTruncated) parser.destroy(new Error('A field is too long.'));
    fields.push([unescaped(name), value]);
  });
  parser.on('file', (field, stream, { filename = '', mimeType: contentType }) => {
    const hash = createHash('sha256');
    let size = 0;
    // A file that is cut off is an error of the parser, too.
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      hash.update(chunk);
    });
    stream.on('end', () => {
      const sha256 = hash.digest('hex');
      files.push({ field: unescaped(field), filename: unescaped(filename), contentType, size, sha256 });
    });
  });
  return parser.on('error', () => undefined);
}

/** Browsers and fetch escape quotes and line breaks in names like this. */
const unescaped = (name: string): string => name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'The body cannot be read.');

function byName(fields: readonly (readonly [string, string])[]): Record<string, string | string[]> {
  const grouped = Object.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    Object.entries(grouped).map(([name, pairs = []]) => {
      const values = pairs.map(([, value]) => value);
      const [first = ''] = values;
      return [name, values.length === 1 ? first : values];
    }),
  );
}
