import { setTimeout as pause } from 'node:timers/promises';
import { type Random, seeded } from '#mocks/core/random.ts';
import { type Mocks, type RecordsKind, startMocks } from '#mocks/server.ts';
import { Client } from '#tests/server/support/client.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { apply, type Kind, type Submitted, watch } from './applicant.ts';
import { type Settlements, watchAsStaff } from './held.ts';
import type { ChaosReport } from './report.ts';
import { trouble } from './troubled.ts';

export interface ChaosOptions {
  readonly submissions: number;
  /** How often the server is killed with SIGKILL, at random moments. */
  readonly kills: number;
  readonly atOnce: number;
  /** The share of outside calls that fail, are reset, or lose their reply. */
  readonly troubled: number;
  readonly seed: number;
  /**
   * Which records API is played, `spec` by default. `published` creates a record for every call, so offers without an
   * answer are held, and the staff settle them.
   */
  readonly records?: RecordsKind;
}

/** Mostly students, as in real life. */
export const KINDS: readonly Kind[] = ['direct', 'agent', 'direct', 'short', 'direct', 'agency', 'agent', 'direct'];

/**
 * Applications of every kind against a server that is killed repeatedly, with outside calls that often fail. Each must
 * be processed in the end, with one effect in each service that it needs.
 */
export async function submitThroughChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { submissions, kills, atOnce, troubled, seed, records = 'spec' } = options;
  const mocks = await startMocks({ port: 0, latency: { min: 5, max: 40 }, seed, keep: submissions * 60, records });
  trouble(mocks, troubled, submissions * 4, seed);
  await using product = await startProduct({
    env: {
      ...mocks.env,
      UPSTREAM_TIMEOUT_MS: '3000',
      ...(records === 'published'
        ? // No call hangs: even a slow call on a busy machine gets an answer.
          { RECORDS_UNKNOWN_OUTCOME: 'hold', RECORDS_DIALECT: 'rtomanager' }
        : { RECORDS_UNKNOWN_OUTCOME: 'resend', RECORDS_SUBMIT_TIMEOUT_MS: '3000' }),
    },
  });
  try {
    const began = Date.now();
    const client = new Client(product.url);
    const end = new AbortController();
    const pace = createPace(kills / submissions);
    const killing = killAtRandom(product, kills, seeded(seed, 'kills'), end.signal, pace.killed);
    const submitted = await inTurns(submissions, atOnce, async (i) => {
      await pace.turnOf(i);
      return apply(client, KINDS[i % KINDS.length] ?? 'direct');
    });
    const settlements: Settlements = { held: [], accepted: 0, problems: [] };
    const watched = await Promise.all(
      submitted.map((one) =>
        records === 'published' ? watchAsStaff({ client, mocks, product, settlements }, one) : watch(client, one.id),
      ),
    );
    end.abort();
    const killed = await killing;
    const facts = {
      submissions: submitted.length,
      kills: killed.length,
      'calls received': mocks.received().length,
      'of these troubled': mocks.received().filter(({ scenario }) => scenario !== 'accepts').length,
      'replayed by key': mocks.received().filter(({ replayed }) => replayed).length,
      processed: watched.filter((id) => id !== undefined).length,
      ...(records === 'published'
        ? { held: settlements.held.length, 'found in the records': settlements.accepted }
        : {}),
      'slowest restart, ms': Math.max(0, ...killed),
      'seconds in all': Math.round((Date.now() - began) / 1000),
    };
    const tooFew = killed.length < kills ? [`killed ${killed.length} times instead of ${kills}`] : [];
    const verdict = [...settlements.problems, ...unfinished(submitted, watched), ...judge(mocks, submitted, records)];
    return { facts, problems: [...tooFew, ...verdict] };
  } finally {
    await mocks.close();
  }
}

/**
 * Spreads the applications over the kills, so that a fast server meets as many kills as a slow one. The last
 * application begins after all kills.
 */
export function createPace(killsPerApplication: number) {
  // A share such as a fifteenth is not exact.
  const ROUNDING = 1e-9;
  let kills = 0;
  const waiting: (() => void)[] = [];
  return {
    /** Resolves after the kills that must come before this application begins. */
    turnOf: async (i: number): Promise<void> => {
      while (kills < Math.floor((i + 1) * killsPerApplication + ROUNDING))
        await new Promise<void>((resolve) => waiting.push(resolve));
    },
    killed: (): void => {
      kills += 1;
      for (const wake of waiting.splice(0)) wake();
    },
  };
}

/** Kills and restarts the server; returns how long each start took, in milliseconds. */
export async function killAtRandom(
  product: Pick<Product, 'kill' | 'start'>,
  kills: number,
  random: Random,
  end: AbortSignal,
  killed: () => void,
): Promise<number[]> {
  const restarts: number[] = [];
  while (restarts.length < kills && !end.aborted) {
    await pause(random.int(150, 900), undefined, { signal: end }).catch(() => undefined);
    if (end.aborted) break;
    await product.kill();
    killed();
    const began = Date.now();
    await product.start();
    restarts.push(Date.now() - began);
  }
  return restarts;
}

/** Does some work this many times, at most `atOnce` at a time. */
export async function inTurns<T>(times: number, atOnce: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const turn = async () => {
    while (next < times) {
      const i = next;
      next += 1;
      results[i] = await work(i);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, turn));
  return results;
}

export function unfinished(submitted: readonly Submitted[], watched: readonly (object | undefined)[]): string[] {
  return submitted
    .filter((_one, i) => watched[i] === undefined)
    .map(({ id }) => `${id} was accepted and not processed`);
}

/** The services in which each kind of application has exactly one effect. */
const EFFECTS: Readonly<Record<Kind, readonly string[]>> = {
  direct: ['offers', 'student-workflow', 'file-workflow'],
  agent: ['offers', 'agent-workflow', 'file-workflow'],
  short: ['student-flow'],
  agency: ['agent-flow'],
};

/** Compares the services' effects with what was submitted. The published records keep offers but no keys. */
export function judge(mocks: Mocks, submitted: readonly Submitted[], records: RecordsKind = 'spec'): string[] {
  const wanted = submitted.flatMap(({ kind, id }) => EFFECTS[kind].map((service) => `${service} ${id}`)).sort();
  const kept = records === 'published' ? mocks.offers().map(({ idempotencyKey }) => `offers ${idempotencyKey}`) : [];
  const done = mocks
    .effects()
    .filter(({ service }) => service !== 'validate' && service !== 'token')
    .map(({ service, key }) => `${service} ${key}`)
    .concat(kept)
    .sort();
  const offers = mocks.offers().map(({ offer }) => (offer as { readonly OfferId: string }).OfferId);
  const documents = new Map(submitted.map(({ id, documents }) => [id, documents]));
  return [
    ...wanted.filter((effect) => !done.includes(effect)).map((effect) => `lost: ${effect}`),
    ...done.filter((effect, i) => !wanted.includes(effect) || done[i - 1] === effect).map((one) => `doubled: ${one}`),
    ...submitted.filter(({ offerId }) => offerId && !offers.includes(offerId)).map(({ id }) => `no offer of ${id}`),
    ...(offers.length === submitted.filter(({ offerId }) => offerId).length ? [] : ['offers that were not submitted']),
    ...mocks
      .effects('file-workflow')
      .filter(({ key, files }) => files.length !== documents.get(key ?? ''))
      .map(({ key }) => `documents of ${key} are not complete`),
  ];
}
