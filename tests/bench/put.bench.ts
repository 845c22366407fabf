import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, REQUIRED_SLOTS, STUDENT } from '../server/support/client.ts';
import { START_FLAGS } from '../support/start-flags.ts';
import { type Bench, median } from './figure.ts';
import { startChild } from './support/child-server.ts';
import { copyUploads } from './support/fill-ledger.ts';
import { processed, send } from './support/load.ts';
import { measuredEnv } from './support/measured-env.ts';

const PUTS = 200;
const WARM_UP = 50;

/** The time of a PUT with its answer, if the outside services answer immediately; one applicant after another. */
const bench: Bench = async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'put-'));
  const upstream = await startChild('instant-upstream.ts', {});
  const server = await startChild('measured-server.ts', measuredEnv(upstream.url, dataDir), [
    '--expose-gc',
    ...START_FLAGS,
  ]);
  try {
    const client = new Client(server.url);
    const model = randomUUID();
    const documents = await Promise.all(REQUIRED_SLOTS.map((slot) => client.upload(model, slot)));
    const ids = Array.from({ length: PUTS + WARM_UP }, () => randomUUID());
    const copies = await copyUploads(dataDir, documents, ids);
    const took: number[] = [];
    for (const [i, id] of ids.entries()) {
      const body = { variant: 'direct' as const, values: STUDENT, documents: copies[i] ?? [] };
      const ms = await send(server.url, { id, path: `/api/student-applications/${id}`, body });
      if (i >= WARM_UP) took.push(ms);
      await processed(server.url, id);
    }
    const sorted = took.sort((one, other) => one - other);
    return [
      { what: 'PUT of a student application, answered', value: median(sorted), unit: 'ms', budget: 50 },
      {
        what: 'PUT, the slowest twentieth',
        value: sorted[Math.floor(PUTS * 0.95)] ?? Number.NaN,
        unit: 'ms',
        budget: 50,
      },
    ];
  } finally {
    await Promise.all([server.close(), upstream.close()]);
    await rm(dataDir, { recursive: true, force: true });
  }
};
export default bench;
