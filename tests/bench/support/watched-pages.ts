import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * Serves another server's pages with our script at the top of each document, for engines whose drivers cannot run a
 * script so early. The rest passes unchanged; the pages' content policy is removed.
 * | @param script runs in the page and uses nothing outside itself
 */
export async function serveWatched(upstream: string, script: () => void) {
  const server = http.createServer(async (request, response) => {
    const headers: Record<string, string> = {};
    for (const name of ['accept', 'content-type', 'cookie'] as const) {
      const value = request.headers[name];
      if (value !== undefined) headers[name] = value;
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const answer = await fetch(new URL(request.url ?? '/', upstream), {
      method: request.method ?? 'GET',
      headers,
      ...(!isRead && { body: await buffer(request) }),
    }).catch(() => undefined);
    if (answer === undefined) return void response.writeHead(502).end();
    const type = answer.headers.get('content-type') ?? '';
    const body = Buffer.from(await answer.arrayBuffer());
    const page = type.includes('text/html') ? withScript(body.toString(), script) : body;
    const cache = answer.headers.get('cache-control');
    response.writeHead(answer.status, { 'content-type': type, ...(cache && { 'cache-control': cache }) }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Comes before all other scripts of the document. */
const withScript = (html: string, script: () => void): string =>
  html.replace(/<meta charset="utf-8"\s*\/?>/, (head) => `${head}<script>(${script})()</script>`);
