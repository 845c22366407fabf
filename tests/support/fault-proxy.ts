import net, { type AddressInfo, type Socket } from 'node:net';

/** What is wrong with connections that are opened from now on. */
export type LinkFault =
  | { readonly kind: 'none' }
  /** Bytes from the client pass no faster than that. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  /** The connection breaks after so many bytes from the client. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** After so many bytes from the client nothing moves any more, and neither side sees an error. */
  | { readonly kind: 'black-hole'; readonly afterBytes: number }
  /** The reply to bytes for which this is true gets lost, and the connection breaks: the server has them. */
  | { readonly kind: 'lose-reply'; readonly to: (bytes: Buffer) => boolean };

export interface FaultProxy {
  readonly url: string;
  set(fault: LinkFault): void;
  /** Connections that are opened from now on lead to that server. */
  moveTo(target: string): void;
  /** Breaks every connection there is. */
  drop(): void;
  /** Passes nothing more on any connection there is, in either direction, without an error and without an end. */
  swallow(): void;
  /** Bytes from clients that were passed on. */
  passed(): number;
  /** Connections so far. */
  connections(): number;
  close(): Promise<void>;
}

/** A bad link of bytes, loopback only, between a client and one server: it knows nothing of HTTP. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  const holes = new Set<() => void>();
  let fault: LinkFault = { kind: 'none' };
  let passed = 0;
  let connections = 0;

  const server = net.createServer((client) => {
    connections += 1;
    const own = fault;
    const onward = net.connect(Number(targetPort), hostname);
    let left = 'afterBytes' in own ? own.afterBytes : Number.POSITIVE_INFINITY;
    let isHole = false;
    const becomeHole = () => {
      isHole = true;
      // Nor is an end of either told to the other by what the kernel sends for us.
      client.allowHalfOpen = true;
      onward.allowHalfOpen = true;
      onward.unpipe(client).resume();
      client.resume();
    };
    holes.add(becomeHole);
    client.once('close', () => holes.delete(becomeHole));
    for (const socket of [client, onward]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => sockets.delete(socket));
    }
    client.on('data', (block) => {
      if (isHole) return;
      if (own.kind === 'lose-reply' && own.to(block)) {
        onward.unpipe(client).resume().end(block);
        client.destroy();
        return;
      }
      const bytes = block.subarray(0, left);
      left -= bytes.length;
      passed += bytes.length;
      if (own.kind === 'slow') {
        onward.write(bytes);
        client.pause();
        setTimeout(() => client.resume(), (bytes.length * 1000) / own.bytesPerSecond);
      } else if (left > 0) {
        if (!onward.write(bytes)) client.pause();
      } else if (own.kind === 'cut') {
        // What was passed arrives; then both ends see the connection break.
        onward.end(bytes);
        client.destroy();
      } else {
        onward.write(bytes);
        client.pause();
        onward.unpipe(client).pause();
      }
    });
    onward.on('drain', () => left > 0 && own.kind !== 'slow' && client.resume());
    onward.pipe(client);
    const end = () => client.destroy();
    // A server that ends a connection, or dies, ends the client's, too, as soon as that has what came before.
    onward.once('close', () => {
      if (isHole) return;
      if (client.writableEnded && !client.writableFinished) client.once('finish', end);
      else end();
    });
    const keepsOnward = () => isHole || own.kind === 'cut' || own.kind === 'lose-reply';
    client.once('close', () => keepsOnward() || onward.destroy());
  });
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    set: (next) => {
      fault = next;
    },
    moveTo: (next) => {
      ({ hostname, port: targetPort } = new URL(next));
    },
    passed: () => passed,
    connections: () => connections,
    drop,
    swallow: () => {
      for (const becomeHole of holes) becomeHole();
    },
    async close() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
