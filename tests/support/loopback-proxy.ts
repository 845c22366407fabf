import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What becomes of a request: `pass` it on; `cut` the connection before the server hears of it;
 * `stall`: take it and never answer; `lose-reply`: the server does it, and its answer gets lost; `stall-reply`: the same,
 * but nobody is told.
 */
export type Fate = 'pass' | 'cut' | 'stall' | 'lose-reply' | 'stall-reply';

export interface LoopbackProxy {
  readonly url: string;
  /** Decides on each request from now on; one whose fate is still open is held. */
  decide(fate: (request: { readonly method: string; readonly path: string }) => Fate | Promise<Fate>): void;
  /** Adds text to what the server answers under a path from now on, as the next version of a script would. */
  append(path: string, text: string): void;
  close(): Promise<void>;
}

/**
 * A bad connection between a browser and our server: everything passes until `decide` says otherwise. Where there are
 * several servers, `target` says which one a path is asked of.
 */
export async function startLoopbackProxy(target: string | ((path: string) => string)): Promise<LoopbackProxy> {
  let decide: Parameters<LoopbackProxy['decide']>[0] = () => 'pass';
  const additions = new Map<string, string>();
  const server = http.createServer(async (request, response) => {
    const { method = 'GET', url: path = '/' } = request;
    const fate = await decide({ method, path });
    if (fate === 'stall') return void request.resume();
    if (fate === 'cut') return void request.socket.destroy();
    const addition = additions.get(path);
    const { 'if-none-match': _known, 'if-modified-since': _since, ...fresh } = request.headers;
    const headers = addition === undefined ? request.headers : { ...fresh, 'accept-encoding': 'identity' };
    const onward = http.request(
      new URL(path, typeof target === 'string' ? target : target(path)),
      { method, headers },
      (answer) => {
        if (fate === 'stall-reply') return void answer.resume();
        if (fate === 'lose-reply') return void answer.resume().once('end', () => response.destroy());
        const { 'content-length': _length, etag: _etag, 'last-modified': _modified, ...rest } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, addition === undefined ? answer.headers : rest);
        response.flushHeaders();
        answer.on('error', () => response.destroy()).pipe(response, { end: addition === undefined });
        if (addition !== undefined) answer.once('end', () => response.end(addition));
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
    append: (path, text) => void additions.set(path, text),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
