import net, { type AddressInfo, type Socket } from 'node:net';

/** A way to a server on which its answers can be held back: what lasts as long as a call stands until a test has seen it. */
export interface Gate {
  readonly url: string;
  hold(): void;
  /** Lets through what was held back, and what follows. */
  release(): void;
  close(): Promise<void>;
}

export async function openGate(target: string): Promise<Gate> {
  const { hostname, port: targetPort } = new URL(target);
  const ways = new Map<Socket, Socket>();
  let isHeld = false;
  const server = net.createServer((client) => {
    const onward = net.connect(Number(targetPort), hostname);
    ways.set(onward, client);
    for (const socket of [client, onward]) socket.on('error', () => socket.destroy());
    client.once('close', () => onward.destroy());
    onward.once('close', () => {
      ways.delete(onward);
      client.destroy();
    });
    client.pipe(onward);
    if (!isHeld) onward.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold() {
      isHeld = true;
      for (const [onward, client] of ways) onward.unpipe(client).pause();
    },
    release() {
      isHeld = false;
      for (const [onward, client] of ways) onward.pipe(client);
    },
    async close() {
      for (const socket of [...ways].flat()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
