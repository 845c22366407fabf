import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { startProduct } from '../support/product.ts';
import { type Bench, median } from './figure.ts';
import { growthDuring } from './support/memory.ts';

const AGENTS = 100_000;
const READERS = 60;
const GETS = 40;

/**
 * A list of 100,000 agents: what the server's memory grows by while sixty clients have asked for it uncompressed and do
 * not read on, and how long somebody waits who has it already. The peer of the latter is the smallest answer there is.
 */
const bench: Bench = async () => {
  const source = await startSource();
  const { port } = source.address() as AddressInfo;
  const outside = `http://127.0.0.1:${port}`;
  await using product = await startProduct({ env: { AGENT_LIST_URL: outside, STUDENT_FLOW_URL: outside } });
  try {
    const address = `${product.url}/api/agent-list`;
    // Fetched, serialised and compressed: from now on it is the same list for everybody.
    await (await fetch(address)).text();
    const known = await fetch(address);
    const { total } = (await known.json()) as { total: number };
    if (total !== AGENTS) throw new Error(`the list has ${total} agents`);
    const { headers } = known;
    await (await fetch(address, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer();
    const growth = await growthDuring(product.pid() ?? 0, () => holdUnread(product.url));
    const etag = { 'if-none-match': headers.get('etag') ?? '' };
    return [
      {
        what: `${READERS} slow readers of ${AGENTS} agents: memory of the server`,
        value: growth,
        unit: 'MB',
        budget: 48,
      },
      {
        what: `GET of ${AGENTS} agents by who has them`,
        value: await waiting(address, etag),
        unit: 'ms',
        peer: { what: '/healthz', value: await waiting(`${product.url}/healthz`) },
        budget: 3,
      },
    ];
  } finally {
    source.closeAllConnections();
    source.close();
  }
};
export default bench;

/** Where the list comes from; its rows are as long as those of a real one. */
async function startSource(): Promise<http.Server> {
  const row = (i: number) => ({
    name: `Agency number ${i} for education`,
    country: 'China',
    emails: [`a${i}@b.example`],
  });
  const text = JSON.stringify(Array.from({ length: AGENTS }, (_one, i) => row(i)));
  const server = http.createServer((_request, response) => response.end(text));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Each gets the first bytes, and leaves the rest where it is until all have theirs. */
async function holdUnread(url: string): Promise<void> {
  const { port, hostname } = new URL(url);
  const sockets = await Promise.all(
    Array.from({ length: READERS }, async () => {
      const socket = net.connect(Number(port), hostname);
      socket.write('GET /api/agent-list HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      await once(socket, 'data');
      return socket.pause();
    }),
  );
  for (const socket of sockets) socket.destroy();
}

/** The median, in milliseconds. Asked as a browser asks: `fetch` here would say that it wants nothing from a cache. */
async function waiting(address: string, headers: Record<string, string> = {}): Promise<number> {
  const took: number[] = [];
  for (let i = 0; i < GETS; i += 1) {
    const began = performance.now();
    const response = await new Promise<http.IncomingMessage>((resolve) => http.get(address, { headers }, resolve));
    await buffer(response);
    took.push(performance.now() - began);
  }
  return median(took);
}
