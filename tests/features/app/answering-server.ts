import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server's answers by 'METHOD /path', with `:id` for ids. A list is used in order, and its last answer repeats. */
export type Answers = Record<string, readonly { readonly status?: number; readonly body: object }[]>;

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/**
 * Our server over real HTTP, as a page uses it: every upload is complete with `uploadBytes`. The test sets the other
 * answers; the default is 404.
 */
export async function startAnsweringServer(answers: Answers, uploadBytes: number) {
  const requests: { readonly url: string; readonly headers: http.IncomingHttpHeaders }[] = [];
  const server = http.createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ url, headers });
    for await (const _chunk of request);
    if (url.startsWith('/api/uploads/'))
      return response.writeHead(200, { 'upload-offset': uploadBytes, 'upload-length': uploadBytes }).end();
    const [answer, ...later] = answers[`${method} ${url.replace(ID, ':id')}`] ?? [{ status: 404, body: {} }];
    if (later.length > 0) answers[`${method} ${url.replace(ID, ':id')}`] = later;
    const id = ID.exec(url)?.[0] ?? '';
    const { status = 200, body = {} } = answer ?? {};
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    return response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body).replaceAll(':id', id));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** The requests so far. */
    requests,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
