import net from 'node:net';

/** A proxy in front of PostgreSQL that records the statements. */
export interface CountingProxy {
  /** The same address through this proxy. */
  readonly url: string;
  /** The statements since the last call, one for each wait for an answer. */
  take(): readonly string[];
  close(): Promise<void>;
}

const LENGTH_BYTES = 4;

/**
 * Passes everything unchanged. Records every statement whose answer the client waits for; a prepared one by its text.
 */
export async function startCountingProxy(database: string): Promise<CountingProxy> {
  const target = new URL(database);
  let asked: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname);
    const notes = noting((statement) => asked.push(statement));
    near.on('data', notes);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: Object.assign(new URL(database), { port: String(address.port) }).href,
    take: () => {
      const taken = asked;
      asked = [];
      return taken;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/**
 * Reads the client's messages (the protocol's "Message Flow"). `Q` is a statement and a wait for its answer. `P`
 * prepares a named statement, `B` uses one by its name, and `S` waits.
 */
function noting(note: (statement: string) => void): (block: Buffer) => void {
  const prepared = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let current = '';
  let hasBegun = false;
  return (block) => {
    rest = Buffer.concat([rest, block]);
    for (;;) {
      // Only the first message, which opens the connection, has no type.
      const typeBytes = hasBegun ? 1 : 0;
      if (rest.length < typeBytes + LENGTH_BYTES) return;
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) return;
      const type = hasBegun ? String.fromCharCode(rest[0] ?? 0) : '';
      const [first = '', second = ''] = rest.toString('utf8', typeBytes + LENGTH_BYTES, end).split('\0', 2);
      rest = rest.subarray(end);
      hasBegun = true;
      if (type === 'P') prepared.set(first, second);
      if (type === 'B') current = prepared.get(second) ?? '';
      if (type === 'Q') note(first);
      if (type === 'S') note(current);
    }
  };
}
