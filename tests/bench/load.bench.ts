import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Application,
  Client,
  type DocumentEntry,
  REQUIRED_SLOTS,
  SHORT,
  STUDENT,
} from '../server/support/client.ts';
import { START_FLAGS } from '../support/start-flags.ts';
import { type Bench, type Figure, median } from './figure.ts';
import { type ChildServer, startChild } from './support/child-server.ts';
import { copyUploads, fillLedger } from './support/fill-ledger.ts';
import { processed, rate, send } from './support/load.ts';
import { measuredEnv } from './support/measured-env.ts';

const APPLICATIONS = 300;
const AT_ONCE = 30;
/**
 * The number of rounds for a median: rounds differ by a third, and processes of one program by a fifth throughout. With
 * three rounds, ten runs of the same code gave 0.58 to 0.64.
 */
const PROCESSES = 7;
const ROUNDS = 6;
const ROWS = 1_000_000;
const MIB = 1024 * 1024;

/**
 * Applications under load: throughput, memory over ten thousand, and the cost of one with a million others in the
 * ledger.
 */
const bench: Bench = async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'load-'));
  const upstream = await startChild('instant-upstream.ts', {});
  try {
    return [
      ...(await throughput(upstream, path.join(home, 'throughput'))),
      ...(await memory(upstream, path.join(home, 'memory'))),
      ...(await manyRows(upstream, home)),
    ];
  } finally {
    await upstream.close();
    await rm(home, { recursive: true, force: true });
  }
};
export default bench;

function startServer({ url }: ChildServer, dataDir: string): Promise<ChildServer> {
  return startChild('measured-server.ts', measuredEnv(url, dataDir), ['--expose-gc', ...START_FLAGS]);
}

interface Rounds {
  /** Applications per second. */
  readonly ours: number[];
  readonly bare: number[];
  /** Milliseconds until the answer to a PUT. */
  readonly puts: number[];
}

async function throughput(upstream: ChildServer, dataDir: string): Promise<Figure[]> {
  const rounds: Rounds = { ours: [], bare: [], puts: [] };
  for (let i = 0; i < PROCESSES; i += 1) await measureProcesses(upstream, path.join(dataDir, String(i)), rounds);
  return [
    {
      what: `student applications processed, ${APPLICATIONS} at ${AT_ONCE} at a time`,
      value: median(rounds.ours),
      unit: '1/s',
      peer: { what: 'bare Koa handler', value: median(rounds.bare) },
      // Far above the planned load (12.5 a second); more speed would make the code harder to read.
      budget: 0.4,
      atLeast: true,
      knownMiss: {
        figure: 0.31,
        reason: 'plain code costs a third of the speed (docs/decisions/0015-server-performance.md)',
      },
    },
    { what: 'PUT answered under that load', value: median(rounds.puts), unit: 'ms' },
  ];
}

/** Rounds of our server and of the peer take turns, so that the machine affects both equally. */
async function measureProcesses(upstream: ChildServer, dataDir: string, rounds: Rounds): Promise<void> {
  const ours = await startServer(upstream, dataDir);
  const client = new Client(ours.url);
  const model = randomUUID();
  const documents = await Promise.all(REQUIRED_SLOTS.map((slot) => client.upload(model, slot)));
  const bare = await startChild('bare-server.ts', { UPSTREAM: upstream.url, UPLOADS: path.join(dataDir, 'uploads') });
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ids = Array.from({ length: APPLICATIONS }, () => randomUUID());
      const copies = await copyUploads(dataDir, documents, ids);
      const applications = ids.map((id, i) => student(id, copies[i] ?? []));
      const puts: number[] = [];
      const bareRate = await rate(applications, AT_ONCE, async (one) => void (await send(bare.url, one)));
      const ourRate = await rate(applications, AT_ONCE, async (one) => {
        puts.push(await send(ours.url, one));
        await processed(ours.url, one.id);
      });
      // The first round is a warm-up for both.
      if (round === 0) continue;
      rounds.bare.push(bareRate);
      rounds.ours.push(ourRate);
      rounds.puts.push(...puts);
    }
  } finally {
    await Promise.all([ours.close(), bare.close()]);
  }
}

const student = (id: string, documents: readonly DocumentEntry[]): Application => ({
  id,
  path: `/api/student-applications/${id}`,
  body: { variant: 'direct', values: STUDENT, documents },
});

const short = (): Application => {
  const id = randomUUID();
  return { id, path: `/api/short-applications/${id}`, body: { values: SHORT, documents: [] } };
};

/** The server's memory after a thousand and after ten thousand applications, after garbage collection. */
async function memory(upstream: ChildServer, dataDir: string): Promise<Figure[]> {
  const server = await startServer(upstream, dataDir);
  const thousand = () =>
    rate([...Array(1000)].map(short), AT_ONCE, async (one) => {
      await send(server.url, one);
      await processed(server.url, one.id);
    });
  try {
    await thousand();
    const first = await server.held();
    for (let i = 0; i < 9; i += 1) await thousand();
    const tenth = await server.held();
    return [
      {
        what: 'heap after 10,000 applications',
        value: tenth.heapUsed / MIB,
        unit: 'MB',
        peer: { what: 'after 1,000', value: first.heapUsed / MIB },
        budget: 1.1,
      },
      {
        what: 'resident memory after 10,000 applications',
        value: tenth.rss / MIB,
        unit: 'MB',
        peer: { what: 'after 1,000', value: first.rss / MIB },
        budget: 1.2,
      },
    ];
  } finally {
    await server.close();
  }
}

/** One application at a time, in turn with an empty ledger and with a ledger of a million applications. */
async function manyRows(upstream: ChildServer, home: string): Promise<Figure[]> {
  const dirs = [path.join(home, 'empty'), path.join(home, 'full')] as const;
  for (const dir of dirs) await startServer(upstream, dir).then((server) => server.close());
  fillLedger(dirs[1], ROWS);
  const [empty, full] = await Promise.all([startServer(upstream, dirs[0]), startServer(upstream, dirs[1])]);
  const took = new Map<ChildServer, number[]>([
    [empty, []],
    [full, []],
  ]);
  try {
    for (let i = 0; i < 600; i += 1) {
      for (const server of i % 2 === 0 ? [empty, full] : [full, empty]) {
        const application = short();
        const began = performance.now();
        await send(server.url, application);
        await processed(server.url, application.id);
        if (i >= 100) took.get(server)?.push(performance.now() - began);
      }
    }
  } finally {
    await Promise.all([empty.close(), full.close()]);
  }
  return [
    {
      what: `one application with ${ROWS} in the ledger`,
      value: median(took.get(full) ?? []),
      unit: 'ms',
      peer: { what: 'with none', value: median(took.get(empty) ?? []) },
      budget: 1.2,
    },
  ];
}
