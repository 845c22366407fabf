import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import Assembler from 'stream-json/assembler.js';
import parser, { type Token } from 'stream-json/parser.js';
import { type Answer, type Body, type Guard, type ReceivedFile, readJson, type Service } from './core/service.ts';

/**
 * The workflows of student applications: one for direct ones, one for those made through an agent, and one that sends
 * the applicant's documents on by e-mail. The first two answer 202 without a body, as automation services do.
 */
export function workflowServices(guard: Guard): Service[] {
  const shared = { method: 'POST', keyed: true, guard } as const;
  const application = {
    ...shared,
    read: readJson,
    answer: ({ body }) =>
      isApplication(body.value) ? { status: 202, body: '' } : rejected('OfferId and SubmissionId are required.'),
    scenarios: { 'rejects-message': () => rejected('The application cannot be taken at the moment.') },
  } as const satisfies Partial<Service>;
  return [
    { ...application, name: 'student-workflow', path: '/workflow/student' },
    { ...application, name: 'agent-workflow', path: '/workflow/agent' },
    {
      ...shared,
      name: 'file-workflow',
      path: '/workflow/files',
      read: readFiles,
      answer: ({ body }) => ({ status: 200, body: { status: 'sent', files: body.files.length } }),
      scenarios: { 'rejects-message': () => rejected('The mailbox is full.') },
    },
  ];
}

const rejected = (message: string): Answer => ({ status: 400, body: { error: { code: 'InvalidRequest', message } } });

function isApplication(value: unknown): boolean {
  const { OfferId, SubmissionId } = Object(value) as Record<string, unknown>;
  return typeof OfferId === 'string' && typeof SubmissionId === 'string';
}

/** Reads the body in pieces; `value` is all but the files. Contents are hashed, not held in memory. */
async function readFiles(request: IncomingMessage): Promise<Body> {
  const tokens = parser.asStream({ packStrings: false, streamKeys: false });
  const contents: Digest[] = [];
  const value = assemble(tokens, contents);
  let bytes = 0;
  let problem: string | undefined;
  tokens.on('error', (error) => {
    problem = error.message;
  });
  // Throws if the caller went away. A body that cannot be read is still read to its end, so that the caller gets the 400.
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) {
    bytes += Buffer.byteLength(chunk);
    if (problem === undefined && !tokens.write(chunk)) await once(tokens, 'drain').catch(() => undefined);
  }
  await finished(tokens.end()).catch(() => undefined);
  const { files: list, ...message } = Object(value.current) as { subject?: unknown; files?: unknown };
  const files = filesOf(list, contents);
  if (!files?.length) problem ??= 'There are no files, or not as base64.';
  if (typeof message.subject !== 'string') problem ??= 'There is no subject.';
  return { value: message, files: files ?? [], bytes, ...(problem !== undefined && { problem }) };
}

/** Builds the value of a body. In place of a content it has the number of its digest in `contents`, as text. */
function assemble(tokens: Duplex, contents: Digest[]): Assembler {
  const value = new Assembler();
  let text = '';
  let digest: Base64Digest | undefined;
  tokens.on('data', (token: Token) => {
    if (token.name === 'startString') {
      text = '';
      digest = value.key === 'content' ? new Base64Digest() : undefined;
    } else if (token.name === 'stringChunk') {
      if (digest) digest.update(token.value);
      else text += token.value;
    } else if (token.name === 'endString') {
      value.stringValue(digest ? String(contents.push(digest.end()) - 1) : text);
    } else value.consume(token);
  });
  return value;
}

function filesOf(list: unknown, contents: readonly Digest[]): ReceivedFile[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const files = list.map((item) => {
    const { filename, slot, content } = Object(item) as { filename?: unknown; slot?: unknown; content?: unknown };
    const digest = typeof content === 'string' ? contents[Number(content)] : undefined;
    if (typeof filename !== 'string' || !digest?.isValid) return undefined;
    const { size, sha256 } = digest;
    return { filename, size, sha256, ...(typeof slot === 'string' && { slot }) };
  });
  return files.every((file) => file !== undefined) ? files : undefined;
}

/** Size and SHA-256 (lower-case hex) of a content, and whether its text was base64. */
interface Digest {
  readonly size: number;
  readonly sha256: string;
  readonly isValid: boolean;
}

/** Decodes and hashes base64 in pieces; keeps at most three characters for the next piece. */
class Base64Digest {
  readonly #hash = createHash('sha256');
  #rest = '';
  #size = 0;
  #isValid = true;

  update(piece: string): void {
    const text = this.#rest + piece;
    const whole = text.slice(0, text.length - (text.length % 4));
    // Padding is the end: no group may follow it.
    this.#isValid &&= this.#size % 3 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(whole);
    const bytes = Buffer.from(whole, 'base64');
    this.#size += bytes.length;
    this.#hash.update(bytes);
    this.#rest = text.slice(whole.length);
  }

  end(): Digest {
    return { size: this.#size, sha256: this.#hash.digest('hex'), isValid: this.#isValid && this.#rest === '' };
  }
}
