import net, { type AddressInfo, type Socket } from 'node:net';

/** The fault of new connections. */
export type LinkFault =
  | { readonly kind: 'none' }
  /** Limits the speed of bytes from the client. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  /** Breaks the connection after this many bytes from the client. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** Passes nothing more after this many bytes from the client; neither side sees an error. */
  | { readonly kind: 'black-hole'; readonly afterBytes: number }
  /** Breaks the connection instead of the reply if this is true for the request; the server has received it. */
  | { readonly kind: 'lose-reply'; readonly to: (bytes: Buffer) => boolean };

export interface FaultProxy {
  readonly url: string;
  set(fault: LinkFault): void;
  /** Connects new clients to that server. */
  moveTo(target: string): void;
  /** Breaks every open connection. */
  drop(): void;
  /** Passes nothing more on any open connection, in either direction, without an error or an end. */
  swallow(): void;
  /** How many bytes from clients were passed. */
  passed(): number;
  /** How many connections there were so far. */
  connections(): number;
  close(): Promise<void>;
}

/** A bad TCP link between clients and one server, on loopback only. It knows nothing about HTTP. */
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
      // The kernel must not report the end of one side to the other.
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
        // The passed bytes arrive; then both sides see the connection break.
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
    // If a server ends a connection or dies, the client's connection ends after the earlier bytes arrived.
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
