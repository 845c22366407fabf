/** @module-tag slow */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Submission } from '#domain/submission/submission.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/fault-proxy.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import type { Product } from '#tests/support/product.ts';
import { Client, problemOf, stageOf, submissionOf } from './support/client.ts';
import { attachedStudent } from './support/patient-person.ts';
import { answered, expectUnavailable, livesAgain, notReady, putWithin, readyAgain } from './support/tolerant.ts';

let nodes: Nodes;
let near: Product;
/** A node behind a link to the database that can swallow everything. */
let far: Product;
let link: FaultProxy;

beforeAll(async () => {
  nodes = await startNodes();
  link = await startFaultProxy(nodes.database);
  const through = Object.assign(new URL(nodes.database), { port: new URL(link.url).port });
  [near, far] = await Promise.all([nodes.start(), nodes.start({ DATABASE_URL: through.href })]);
});
/** A test that failed may have left anything behind; the next one is to say what it finds wrong itself, not that. */
beforeEach(async () => {
  await nodes.postgres.thaw();
  await nodes.postgres.start();
  link.set({ kind: 'none' });
  await near.start();
  await Promise.all([near, far].map(({ url }) => readyAgain(url)));
});
afterAll(async () => {
  await nodes[Symbol.asyncDispose]();
  await link.close();
});

const isSending = (one: Submission) => stageOf(one, 'cricos-submission').state === 'in-progress';

/** Follows a submission whose first event is here; `end` rejects where the events end before it is processed. */
async function follow(client: Client, id: string): Promise<{ readonly end: Promise<void> }> {
  const events = client.events(id);
  await events.next();
  const untilProcessed = async () => {
    for await (const { submission } of events) if (submission.status === 'processed') return;
    throw new Error('the events ended before the submission was processed');
  };
  return { end: untilProcessed() };
}

/** How many rows the database answers to a statement, on a separate connection. */
async function asked(statement: string): Promise<number> {
  const client = new pg.Client(nodes.database);
  await client.connect();
  try {
    return (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** One effect of each outside service that a student application has. */
function expectOneEffect(id: string): void {
  for (const service of ['offers', 'student-workflow', 'file-workflow'] as const) {
    expect(nodes.mocks.effects(service).filter(({ key }) => key === id)).toHaveLength(1);
  }
}

test('a frozen database: pages are answered, what needs it is refused with words, and all continues when it runs again', async () => {
  const client = new Client(near.url);
  const [waiting, underWay] = await Promise.all([attachedStudent(client), attachedStudent(client)]);
  nodes.mocks.setScenario({ service: 'offers', scenario: 'slow', delayMs: 4000, times: 1 });
  await client.put(underWay);
  await client.until(underWay.id, isSending);
  const followed = await follow(client, underWay.id);
  await nodes.postgres.freeze();

  const ready = async () => problemOf(await notReady(near.url));
  // On a loaded machine the bucket may be late, too.
  await expect.poll(ready).toMatchObject({ status: 503, detail: 'The ledger cannot be written.' });
  const page = await Promise.all(['/', '/healthz', '/api/config'].map((path) => answered(near.url + path)));
  expect(page.map(({ status }) => status)).toEqual([200, 200, 200]);
  const uploads = `${near.url}/api/uploads`;
  const metadata = ['draftId', 'slot', 'filename', 'filetype'];
  const facts = [waiting.id, 'cv', 'cv.pdf', 'application/pdf'].map((value) => Buffer.from(value).toString('base64'));
  const creation = {
    'tus-resumable': '1.0.0',
    'upload-length': '9',
    'upload-metadata': metadata.map((name, i) => `${name} ${facts[i]}`).join(','),
  };
  expectUnavailable(
    await Promise.all([
      putWithin(near.url, waiting),
      answered(`${near.url}/api/submissions/${underWay.id}`),
      answered(`${near.url}/api/submissions/${underWay.id}/events`),
      answered(uploads, { method: 'POST', headers: creation }),
    ]),
  );

  await nodes.postgres.thaw();
  await readyAgain(near.url);
  expect([200, 202]).toContain((await putWithin(near.url, waiting)).status);
  await Promise.all([client.processed(waiting.id), followed.end]);
  for (const { id } of [waiting, underWay]) expectOneEffect(id);
});

test('a link to the database that swallows everything: its connections are given up, and new ones serve', async () => {
  const client = new Client(far.url);
  const [application, underWay] = await Promise.all([attachedStudent(client), attachedStudent(client)]);
  nodes.mocks.setScenario({ service: 'offers', scenario: 'slow', delayMs: 4000, times: 1 });
  await new Client(near.url).put(underWay);
  await client.until(underWay.id, isSending);
  // Other nodes' notices do not come any more while the link swallows them.
  const followed = await follow(client, underWay.id);
  link.swallow();
  link.set({ kind: 'black-hole', afterBytes: 0 });
  const asked = Array.from({ length: 12 }, () => answered(`${far.url}/api/submissions/${application.id}`));
  expectUnavailable(await Promise.all([putWithin(far.url, application), ...asked]));
  link.set({ kind: 'none' });
  await readyAgain(far.url);
  expect((await putWithin(far.url, application)).status).toBe(202);
  await Promise.all([client.processed(application.id), followed.end]);
  for (const { id } of [application, underWay]) expectOneEffect(id);
  // Leases have connections of their own, which are given up when they are next used: by the bytes of a document.
  const upload = () =>
    client.student().then(
      () => 'uploaded',
      () => 'refused',
    );
  await expect.poll(upload, { timeout: 60_000 }).toBe('uploaded');
});

test('an application whose commit was done and not answered is found by the next PUT, and made once', async () => {
  const client = new Client(far.url);
  const application = await attachedStudent(client);
  link.set({
    kind: 'lose-reply',
    to: (bytes) => bytes.includes(application.id) && bytes.includes('insert into submissions'),
  });
  // Connections so far pass everything.
  link.drop();
  await readyAgain(far.url);
  expectUnavailable([await putWithin(far.url, application)]);
  link.set({ kind: 'none' });
  link.drop();
  await readyAgain(far.url);
  const second = await putWithin(far.url, application);
  expect([200, 202]).toContain(second.status);
  const { offerId } = await client.processed(application.id);
  expect(submissionOf(second).offerId).toBe(offerId);
  expectOneEffect(application.id);
});

test('a database that is started again in the middle of a write: the node lives on, and the application is made once', async () => {
  const client = new Client(near.url);
  const application = await attachedStudent(client);
  // Not by a lock: its holder is ended as well, and the write could be done before it is ended itself.
  await asked(`create function stand_still() returns trigger language plpgsql as
    'begin perform pg_sleep(60); return new; end'`);
  await asked('create trigger stand_still before insert on bodies for each row execute function stand_still()');
  const refused = putWithin(near.url, application);
  while ((await asked(`select 1 from pg_stat_activity where wait_event = 'PgSleep'`)) === 0);
  await nodes.postgres.stop();
  expectUnavailable([await refused]);
  await nodes.postgres.start();
  await asked('drop trigger stand_still on bodies');
  await readyAgain(near.url);
  expect((await putWithin(near.url, application)).status).toBe(202);
  await client.processed(application.id);
  expectOneEffect(application.id);
});

test('a node that starts before its database waits for it, lives, says that it is not ready, and then is', async () => {
  await near.stop();
  await nodes.postgres.stop();
  const starting = near.start();
  await livesAgain(near.url);
  expectUnavailable([await answered(`${near.url}/readyz`)]);
  expect((await answered(`${near.url}/`)).status).toBe(200);
  await nodes.postgres.start();
  await starting;
  await readyAgain(near.url);
  expect(near.log()).toContain('the server waits for it');
});
