import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import type { Submission } from '#domain/submission/submission.ts';
import { STUDENT_STAGES } from '#tests/support/student-stages.ts';

/**
 * The server's part in a submission, over real HTTP: the test sets the answers to PUT and GET. A text body is the HTML
 * page of a proxy.
 */
export async function startApiServer() {
  const puts: { id: string; body: unknown }[] = [];
  /** The complete uploads: upload id → bytes. */
  const uploads = new Map<string, number>();
  const answers = {
    put: { status: 202, body: {} as unknown },
    /** The answers to the next PUTs, one each. */
    nextPuts: [] as { status: number; body: unknown }[],
    get: { status: 404, body: problem(404, 'NOT_FOUND', 'There is nothing here') as unknown },
    /** No PUT is answered before this resolves. */
    putsHeld: Promise.resolve(),
  };
  const server = http.createServer(async (request, response) => {
    const id = request.url?.split('/').pop() ?? '';
    if (request.url === '/healthz')
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    if (request.url?.startsWith('/api/uploads/')) {
      const bytes = uploads.get(id);
      return response.writeHead(bytes === undefined ? 404 : 200, { 'upload-offset': bytes ?? 0 }).end();
    }
    if (request.method === 'PUT') puts.push({ id, body: JSON.parse(await read(request)) });
    if (request.method === 'PUT') await answers.putsHeld;
    const { status, body } = request.method === 'PUT' ? (answers.nextPuts.shift() ?? answers.put) : answers.get;
    if (typeof body === 'string') return response.writeHead(status, { 'content-type': 'text/html' }).end(body);
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    return response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    puts,
    uploads,
    answers,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export const problem = (status: number, code: string, title: string, more: object = {}) => ({
  type: `urn:problem:${code.toLowerCase()}`,
  title,
  status,
  code,
  ...more,
});

/** A submission with completed stages up to the named one, which has the given state. */
export function submissionAt(
  id: string,
  name: (typeof STUDENT_STAGES)[number],
  more: Partial<Submission['stages'][number]>,
): Submission {
  const at = STUDENT_STAGES.indexOf(name);
  const stages = STUDENT_STAGES.map((stage, index) => {
    if (index === at) return { name: stage, state: 'in-progress' as const, ...more };
    return { name: stage, state: index < at ? ('completed' as const) : ('pending' as const) };
  });
  const ended = stages.every(({ state }) => state === 'completed');
  const failed = stages.some(({ state }) => state === 'error');
  return { id, kind: 'student', status: ended ? 'processed' : failed ? 'error' : 'processing', stages };
}

/**
 * Connects the page to the server. happy-dom loses the body of a network answer when fetchBaseQuery clones it, so this
 * reads the body first.
 */
export function pageAt(url: string): void {
  const { happyDOM } = window as Window & { happyDOM?: { setURL(url: string): void } };
  happyDOM?.setURL(url);
  const network = globalThis.fetch;
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    const { status, headers, ...answer } = await readAnswer(network(...call));
    return new Response(answer.text, { status, headers });
  });
}

async function readAnswer(answering: Promise<Response>) {
  const answer = await answering;
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function read(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
