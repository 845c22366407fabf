import type { IncomingMessage } from 'node:http';
import type { Answer, Body, Call, ReceivedFile, Service } from '../core/types.ts';
import type { Digest } from './base64-digest.ts';
import { JsonWithFiles } from './json-with-files.ts';

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

/** Reads the body as it comes; `value` is all but the files, and the files are their digests. */
async function readFiles(request: IncomingMessage): Promise<Body> {
  const json = new JsonWithFiles();
  let bytes = 0;
  let problem: string | undefined;
  let value: unknown;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    problem ??= problemOf(() => json.update(chunk));
  }
  problem ??= problemOf(() => {
    value = json.end();
  });
  const { files: list, ...message } = Object(value) as { subject?: unknown; files?: unknown };
  const files = filesOf(list);
  problem ??= files === undefined || files.length === 0 ? 'There are no files, or not as base64.' : undefined;
  problem ??= typeof message.subject === 'string' ? undefined : 'There is no subject.';
  const body = { value: message, files: files ?? [], bytes };
  return problem === undefined ? body : { ...body, problem };
}

function problemOf(read: () => void): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'The body cannot be read.';
  }
}

function filesOf(list: unknown): ReceivedFile[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const files = list.map((item) => {
    const { filename, slot, content } = Object(item) as { filename?: unknown; slot?: unknown; content?: Digest };
    if (typeof filename !== 'string' || content?.valid !== true) return undefined;
    const file = { filename, size: content.size, sha256: content.sha256 };
    return typeof slot === 'string' ? { ...file, slot } : file;
  });
  const good = files.filter((file) => file !== undefined);
  return good.length === files.length ? good : undefined;
}
