import { setTimeout as pause } from 'node:timers/promises';
import { type Random, seeded } from '#mocks/core/random.ts';
import { Client } from '#tests/server/support/client.ts';
import { readyAgain } from '#tests/server/support/tolerant.ts';
import { startBalancer } from '#tests/support/balancer.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/fault-proxy.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import { apply, watch } from './applicant.ts';
import type { ChaosReport } from './report.ts';
import { type ChaosOptions, createPace, inTurns, judge, KINDS, unfinished } from './submissions.ts';
import { trouble } from './troubled.ts';

export interface OutageOptions extends Omit<ChaosOptions, 'kills'> {
  /** How many outages of something that the nodes share. */
  readonly outages: number;
  /** The longest outage in milliseconds. */
  readonly longestMs: number;
}

/** Starts an outage; the returned function ends it. */
type Outage = (nodes: Nodes, bucket: FaultProxy, random: Random) => Promise<() => Promise<void>>;

/** Used in turn, so that each run has the same number of each. */
const OUTAGES: Readonly<Record<string, Outage>> = {
  'database stopped': async ({ postgres }) => {
    await postgres.stop();
    return postgres.start;
  },
  'database frozen': async ({ postgres }) => {
    await postgres.freeze();
    return postgres.thaw;
  },
  'bucket silent': async (_nodes, bucket) => {
    bucket.swallow();
    bucket.set({ kind: 'black-hole', afterBytes: 0 });
    return async () => bucket.set({ kind: 'none' });
  },
  'bucket refusing': async (_nodes, bucket, random) => {
    bucket.set({ kind: 'cut', afterBytes: random.int(0, 3000) });
    bucket.drop();
    return async () => bucket.set({ kind: 'none' });
  },
};

/**
 * Applications of every kind through a load balancer to two nodes. Their database and bucket have repeated outages, and
 * outside calls often fail. No node is ever restarted.
 */
export async function submitThroughOutages(options: OutageOptions): Promise<ChaosReport> {
  const { submissions, outages, atOnce, troubled, seed } = options;
  await using nodes = await startNodes({ latency: { min: 5, max: 40 }, seed, keep: submissions * 60 });
  const { mocks } = nodes;
  trouble(mocks, troubled, submissions * 4, seed);
  const bucket = await startFaultProxy(nodes.s3);
  const through = { UPLOADS_S3_ENDPOINT: bucket.url };
  const both = await Promise.all([nodes.start(through), nodes.start(through)]);
  const balancer = await startBalancer(both.map(({ url }) => url));
  try {
    const began = Date.now();
    const client = new Client(balancer.url);
    const pace = createPace(outages / submissions);
    const ready = () => Promise.all(both.map(({ url }) => readyAgain(url)));
    const going = goAway(nodes, bucket, options, ready, pace.killed);
    const submitted = await inTurns(submissions, atOnce, async (i) => {
      await pace.turnOf(i);
      return apply(client, KINDS[i % KINDS.length] ?? 'direct');
    });
    const gone = await going;
    const watched = await Promise.all(submitted.map(({ id }) => watch(client, id)));
    const facts = {
      submissions: submitted.length,
      ...Object.fromEntries(Object.keys(OUTAGES).map((name) => [name, gone.filter((one) => one === name).length])),
      'calls received': mocks.received().length,
      'replayed by key': mocks.received().filter(({ replayed }) => replayed).length,
      processed: watched.filter((id) => id !== undefined).length,
      'seconds in all': Math.round((Date.now() - began) / 1000),
    };
    const died = both.filter((node) => node.hasEnded());
    const problems = died.map((node) => `a node ended:\n${node.log().slice(-1000)}`);
    return { facts, problems: [...problems, ...unfinished(submitted, watched), ...judge(mocks, submitted)] };
  } finally {
    await balancer.close();
    await bucket.close();
  }
}

/** One outage after another, with the nodes ready in between; returns their names. */
async function goAway(
  nodes: Nodes,
  bucket: FaultProxy,
  { outages, longestMs, seed }: OutageOptions,
  ready: () => Promise<unknown>,
  gone: () => void,
): Promise<readonly string[]> {
  const random = seeded(seed, 'outages');
  const kinds = Object.entries(OUTAGES);
  const names: string[] = [];
  for (let i = 0; i < outages; i += 1) {
    const [name, begin] = kinds[i % kinds.length] ?? [];
    if (name === undefined || begin === undefined) break;
    await pause(random.int(200, 1500));
    const end = await begin(nodes, bucket, random);
    gone();
    await pause(random.int(200, longestMs));
    await end();
    names.push(name);
    await ready();
  }
  return names;
}
