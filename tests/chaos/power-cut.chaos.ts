import { seeded } from '#mocks/core/random.ts';
import { startMocks } from '#mocks/server.ts';
import { Client } from '#tests/server/support/client.ts';
import { startProduct } from '#tests/support/product.ts';
import { apply, watch } from './support/applicant.ts';
import { openCuttableDisk } from './support/cuttable-disk.ts';
import type { Chaos } from './support/report.ts';
import { createPace, inTurns, judge, KINDS, killAtRandom, unfinished } from './support/submissions.ts';

const SUBMISSIONS = 96;
const CUTS = 12;
const AT_ONCE = 6;
const SEED = 11;

/**
 * Applications of every kind, while the machine loses power at random moments. Each finished upload is uploaded once;
 * each accepted application arrives once with all its documents.
 */
const chaos: Chaos = async () => {
  const mocks = await startMocks({ port: 0, latency: { min: 5, max: 40 }, seed: SEED, keep: SUBMISSIONS * 60 });
  await using disk = await openCuttableDisk();
  await using product = await startProduct({
    env: { ...mocks.env, ...disk.env, RECORDS_UNKNOWN_OUTCOME: 'resend' },
    within: disk.directory,
  });
  const machine = {
    kill: async () => {
      await disk.cut();
      await product.kill();
      await disk.mend(product.dataDir);
    },
    start: () => product.start(),
  };
  const end = new AbortController();
  const pace = createPace(CUTS / SUBMISSIONS);
  const cutting = killAtRandom(machine, CUTS, seeded(SEED, 'cuts'), end.signal, pace.killed);
  try {
    const client = new Client(product.url);
    const submitted = await inTurns(SUBMISSIONS, AT_ONCE, async (i) => {
      await pace.turnOf(i);
      return apply(client, KINDS[i % KINDS.length] ?? 'direct');
    });
    const watched = await Promise.all(submitted.map(({ id }) => watch(client, id)));
    end.abort();
    const cuts = await cutting;
    const facts = {
      disk: disk.kind,
      submissions: submitted.length,
      documents: submitted.reduce((sum, { documents }) => sum + documents, 0),
      'power cuts': cuts.length,
      processed: watched.filter((id) => id !== undefined).length,
      'calls replayed by key': mocks.received().filter(({ replayed }) => replayed).length,
    };
    const tooFew = cuts.length < CUTS ? [`cut ${cuts.length} times instead of ${CUTS}`] : [];
    return { facts, problems: [...tooFew, ...unfinished(submitted, watched), ...judge(mocks, submitted)] };
  } finally {
    end.abort();
    await cutting;
    await mocks.close();
  }
};
export default chaos;
