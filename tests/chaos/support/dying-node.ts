import { setTimeout as pause } from 'node:timers/promises';
import { type Random, seeded } from '#mocks/core/random.ts';
import { Client } from '#tests/server/support/client.ts';
import { startBalancer } from '#tests/support/balancer.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import { apply, watch } from './applicant.ts';
import type { ChaosReport } from './report.ts';
import { type ChaosOptions, createPace, inTurns, judge, KINDS, killAtRandom, unfinished } from './submissions.ts';
import { trouble } from './troubled.ts';

export interface DyingNodeOptions extends ChaosOptions {
  /** PostgreSQL restarts repeatedly, at most this many milliseconds after the last start. Never if left out. */
  readonly databaseStandsMs?: number;
}

/**
 * Applications of every kind through a load balancer to two nodes with one PostgreSQL and one bucket. One node is
 * killed repeatedly, and outside calls often fail. PostgreSQL restarts repeatedly if the options ask for it.
 */
export async function submitToDyingNode(options: DyingNodeOptions): Promise<ChaosReport> {
  const { submissions, kills, atOnce, troubled, seed, databaseStandsMs } = options;
  await using nodes = await startNodes({ latency: { min: 5, max: 40 }, seed, keep: submissions * 60 });
  const { mocks } = nodes;
  trouble(mocks, troubled, submissions * 4, seed);
  const [steady, dying] = await Promise.all([nodes.start(), nodes.start()]);
  const balancer = await startBalancer([steady.url, dying.url]);
  try {
    const began = Date.now();
    const client = new Client(balancer.url);
    const end = new AbortController();
    const pace = createPace(kills / submissions);
    const random = seeded(seed, 'restarts');
    const restarting =
      databaseStandsMs === undefined ? undefined : restartAll(nodes, databaseStandsMs, random, end.signal);
    const killing = killAtRandom(dying, kills, seeded(seed, 'kills'), end.signal, pace.killed);
    const submitted = await inTurns(submissions, atOnce, async (i) => {
      await pace.turnOf(i);
      return apply(client, KINDS[i % KINDS.length] ?? 'direct');
    });
    const watched = await Promise.all(submitted.map(({ id }) => watch(client, id)));
    end.abort();
    const killed = await killing;
    const restarts = await restarting;
    const facts = {
      submissions: submitted.length,
      'kills of one node': killed.length,
      ...(restarts === undefined ? {} : { 'restarts of PostgreSQL': restarts }),
      'calls received': mocks.received().length,
      'of these troubled': mocks.received().filter(({ scenario }) => scenario !== 'accepts').length,
      'replayed by key': mocks.received().filter(({ replayed }) => replayed).length,
      processed: watched.filter((id) => id !== undefined).length,
      'seconds in all': Math.round((Date.now() - began) / 1000),
    };
    const tooFew = killed.length < kills ? [`killed ${killed.length} times instead of ${kills}`] : [];
    const died = steady.hasEnded() ? [`the node that was not killed ended:\n${steady.log().slice(-1000)}`] : [];
    return { facts, problems: [...tooFew, ...died, ...unfinished(submitted, watched), ...judge(mocks, submitted)] };
  } finally {
    await balancer.close();
  }
}

/** Restarts the database until the end; returns how often. It runs when this resolves. */
async function restartAll({ postgres }: Nodes, standsMs: number, random: Random, end: AbortSignal): Promise<number> {
  let restarts = 0;
  while (!end.aborted) {
    await pause(random.int(standsMs / 4, standsMs), undefined, { signal: end }).catch(() => undefined);
    if (end.aborted) break;
    await postgres.stop();
    await postgres.start();
    restarts += 1;
  }
  return restarts;
}
