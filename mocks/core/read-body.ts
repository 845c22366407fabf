import type { IncomingMessage } from 'node:http';
import type { Body } from './types.ts';

/** More than any real payload without files; what is longer is read to its end but not kept. */
const MOST_BYTES = 2 * 1024 * 1024;

const NOTHING: Body = { value: undefined, files: [], bytes: 0 };

/** The whole body as text, up to 2 MiB. Throws when the caller went away half-way. */
async function readText(request: IncomingMessage): Promise<{ text: string; bytes: number; tooLong: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MOST_BYTES) chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString('utf8'), bytes, tooLong: bytes > MOST_BYTES };
}

export async function readNothing(request: IncomingMessage): Promise<Body> {
  const { bytes } = await readText(request);
  return { ...NOTHING, bytes };
}

export async function readJson(request: IncomingMessage): Promise<Body> {
  const { text, bytes, tooLong } = await readText(request);
  if (tooLong) return { ...NOTHING, bytes, problem: 'The body is too long.' };
  try {
    return { value: JSON.parse(text), files: [], bytes };
  } catch {
    return { ...NOTHING, bytes, problem: 'The body is not JSON.' };
  }
}

/** application/x-www-form-urlencoded, and nothing else: a token endpoint does not read JSON. */
export async function readForm(request: IncomingMessage): Promise<Body> {
  const { text, bytes } = await readText(request);
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return { ...NOTHING, bytes, problem: 'The body is not form-encoded.' };
  }
  return { value: Object.fromEntries(new URLSearchParams(text)), files: [], bytes };
}
