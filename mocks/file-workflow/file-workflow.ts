import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import Assembler from 'stream-json/assembler.js';
import parser, { type Token } from 'stream-json/parser.js';
import type { Answer, Body, Call, ReceivedFile, Service } from '../core/types.ts';
import { createBase64Digest, type Digest } from './base64-digest.ts';

/** POST: the applicant's documents as base64 in JSON, which the workflow sends on by e-mail. */
export function fileWorkflowService(guard: (call: Call) => Answer | undefined): Service {
  return {
    name: 'file-workflow',
    method: 'POST',
    path: '/workflow/files',
    pace: 'write',
    keyed: true,
    read: readFiles,
    guard,
    answer: ({ body }) => ({ status: 200, body: { status: 'sent', files: body.files.length } }),
    scenarios: {
      'rejects-message': () => rejected('The mailbox is full.'),
    },
  };
}

const rejected = (message: string): Answer => ({ status: 400, body: { error: { code: 'InvalidRequest', message } } });

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
  const read = { value: message, files: files ?? [], bytes };
  return problem === undefined ? read : { ...read, problem };
}

/** Builds the value of a body. In place of a content it has the number of its digest in `contents`, as text. */
function assemble(tokens: Duplex, contents: Digest[]): Assembler {
  const value = new Assembler();
  let text = '';
  let digest: ReturnType<typeof createBase64Digest> | undefined;
  tokens.on('data', (token: Token) => {
    if (token.name === 'startString') {
      text = '';
      digest = value.key === 'content' ? createBase64Digest() : undefined;
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
    if (typeof filename !== 'string' || !digest?.valid) return undefined;
    const file = { filename, size: digest.size, sha256: digest.sha256 };
    return typeof slot === 'string' ? { ...file, slot } : file;
  });
  return files.includes(undefined) ? undefined : files.filter((file) => file !== undefined);
}
