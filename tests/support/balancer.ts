import net from 'node:net';

export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

/** A proxy that works like a load balancer: each connection goes to the next node that accepts it. */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const ports = urls.map((url) => Number(new URL(url).port));
  const open = new Set<net.Socket>();
  let turn = 0;
  const server = net.createServer((client) => {
    open.add(client);
    client.once('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    turn += 1;
    connect(
      client,
      ports.map((_port, i) => ports[(turn + i) % ports.length] ?? 0),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** Connects the client to the first port that answers. If either side ends, both end. */
function connect(client: net.Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) return void client.destroy();
  const node = net.connect(port, '127.0.0.1');
  const refused = () => connect(client, others);
  node.once('error', refused);
  node.once('connect', () => {
    node.off('error', refused);
    node.on('error', () => client.destroy());
    node.once('close', () => client.destroy());
    client.once('close', () => node.destroy());
    client.pipe(node).pipe(client);
  });
}
