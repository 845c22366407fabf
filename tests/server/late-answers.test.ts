import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type RunningServer, serve } from '#server/serve.ts';
import { Client, submissionOf } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
let server: RunningServer;
let dataDir: string;
beforeEach(async () => {
  rig = await openRig();
  dataDir = path.join(rig.dataDir, 'hanging');
  const env = { ...rig.upstream.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const timeouts = { checkEveryMs: 50, idleMs: 3000 };
  server = await serve(readConfig(env, { demo: false }), { dist: 'none', timeouts });
});
afterEach(async () => {
  await server.close();
  await rig.close();
});

test('a request whose write hangs is ended after the idle timeout; the application is done once when the write continues', async () => {
  const client = new Client(server.url);
  const application = await client.short();
  // Another connection holds the ledger's only place for writing, like a disk that takes nothing.
  const other = new DatabaseSync(path.join(dataDir, 'ledger.sqlite'), { timeout: 60_000 });
  other.exec('begin immediate');
  const answers = await Promise.allSettled([
    client.put(application),
    client.createUpload({ draftId: application.id, slot: 'cv', name: 'cv.pdf', size: 9 }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await client.get('/api/config')).status).toBe(200);
  other.exec('rollback');
  other.close();
  const second = await client.put(application);
  expect([200, 202]).toContain(second.status);
  expect(submissionOf(second).id).toBe(application.id);
  await client.processed(application.id);
  expect(rig.upstream.of('studentFlow').filter(({ key }) => key === application.id)).toHaveLength(1);
});
