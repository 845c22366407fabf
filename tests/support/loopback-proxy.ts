import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * What becomes of a request: `pass` it on; `cut` the connection before the server hears of it;
 * `stall`: take it and never answer; `lose-reply`: the server does it, and its answer gets lost; `stall-reply`: the
 * same, but the connection stays open.
 */
export type Fate = 'pass' | 'cut' | 'stall' | 'lose-reply' | 'stall-reply';

export interface LoopbackProxy {
  readonly url: string;
  /** Decides on each request from now on; one whose fate is still open is held. */
  decide(fate: (request: { readonly method: string; readonly path: string }) => Fate | Promise<Fate>): void;
  /** Adds text to what the server answers under a path from now on, as the next version of a script would. */
  append(path: string, text: string): void;
  /** Changes what the server answers under a path from now on, as something on the way may; `type` is its new type. */
  change(path: string, edit: (text: string) => string, type?: string): void;
  close(): Promise<void>;
}

/**
 * A bad connection between a browser and our server: everything passes until `decide` says otherwise. Where there are
 * several servers, `target` says which one a path is asked of.
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
