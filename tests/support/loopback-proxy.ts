import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * What happens to a request. `pass` passes it on. `cut` breaks the connection before the server sees it. `stall`
 * accepts it and never answers. `lose-reply` lets the server do it but loses the answer. `stall-reply` does the same,
 * but the connection stays open.
 */
export type Fate = 'pass' | 'cut' | 'stall' | 'lose-reply' | 'stall-reply';

export interface LoopbackProxy {
  readonly url: string;
  /** Decides what happens to each request from now on; a request waits while its decision is pending. */
  decide(fate: (request: { readonly method: string; readonly path: string }) => Fate | Promise<Fate>): void;
  /** From now on appends text to the server's answers under a path, like the next version of a script. */
  append(path: string, text: string): void;
  /** From now on changes the server's answers under a path, as a proxy may; `type` is the new content type. */
  change(path: string, edit: (text: string) => string, type?: string): void;
  close(): Promise<void>;
}

/**
 * A bad connection between a browser and our server. Everything passes until `decide` says otherwise. If there are
 * several servers, `target` chooses one for each path.
 */
export async function startLoopbackProxy(target: string | ((path: string) => string)): Promise<LoopbackProxy> {
  let decide: Parameters<LoopbackProxy['decide']>[0] = () => 'pass';
  const changes = new Map<string, { readonly edit: (text: string) => string; readonly type?: string | undefined }>();
  const server = http.createServer(async (request, response) => {
    const { method = 'GET', url: path = '/' } = request;
    const fate = await decide({ method, path });
    if (fate === 'stall') return void request.resume();
    if (fate === 'cut') return void request.socket.destroy();
    const change = changes.get(path);
    const { 'if-none-match': _known, 'if-modified-since': _since, ...fresh } = request.headers;
    const headers = change === undefined ? request.headers : { ...fresh, 'accept-encoding': 'identity' };
    const onward = http.request(
      new URL(path, typeof target === 'string' ? target : target(path)),
      { method, headers },
      (answer) => {
        if (fate === 'stall-reply') return void answer.resume();
        if (fate === 'lose-reply') return void answer.resume().once('end', () => response.destroy());
        const { 'content-length': _length, etag: _etag, 'last-modified': _modified, ...rest } = answer.headers;
        answer.on('error', () => response.destroy());
        const changed = change && { ...rest, ...(change.type !== undefined && { 'content-type': change.type }) };
        response.writeHead(answer.statusCode ?? 502, changed ?? answer.headers);
        response.flushHeaders();
        if (change === undefined) answer.pipe(response);
        else
          void text(answer).then(
            (whole) => response.end(change.edit(whole)),
            () => response.destroy(),
          );
      },
    );
    onward.on('error', () => response.destroy());
    response.once('close', () => onward.destroy());
    request.on('error', () => onward.destroy()).pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    decide: (fate) => {
      decide = fate;
    },
    append: (path, more) => void changes.set(path, { edit: (whole) => whole + more }),
    change: (path, edit, type) => void changes.set(path, { edit, type }),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
