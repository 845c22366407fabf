/** @module-tag slow */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Submission } from '#domain/submission/submission.ts';
import { readConfig } from '#server/config.ts';
import { serve } from '#server/serve.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import { makePdf } from '#tests/support/pdf.ts';
import type { Product } from '#tests/support/product.ts';
import { COMPILE_CACHE } from '#tests/support/start-flags.ts';
import { Client, problemOf, STUDENT, stageOf } from './support/client.ts';
import { attachedStudent } from './support/patient-person.ts';
import { movedBy } from './support/rig.ts';

const MIB = 1024 * 1024;

let nodes: Nodes;
let a: Product;
let b: Product;
beforeAll(async () => {
  nodes = await startNodes();
  [a, b] = await Promise.all([nodes.start(), nodes.start()]);
});
afterAll(() => nodes[Symbol.asyncDispose]());

const isSending = (one: Submission) => stageOf(one, 'cricos-submission').state === 'in-progress';

/** `npm run submissions -- …` as a process of its own, beside the nodes. */
const command = (...words: readonly string[]): Promise<string> => run('server/submissions.ts', ...words);

async function run(program: string, ...words: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH, ...COMPILE_CACHE, ...nodes.env };
  return (await promisify(execFile)(process.execPath, [program, ...words], { env })).stdout;
}

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Asks the shared database itself. */
async function sql<Row>(words: TemplateStringsArray, ...values: readonly string[]): Promise<readonly Row[]> {
  const client = new pg.Client(nodes.database);
  await client.connect();
  const text = words.reduce((before, next, i) => `${before}$${i}${next}`);
  const { rows } = await client.query(text, [...values]);
  await client.end();
  return rows;
}

describe('two nodes on one PostgreSQL and one bucket', () => {
  test('take turns at one upload, and either submits it', async () => {
    const [onA, onB] = [new Client(a.url), new Client(b.url)];
    const application = await attachedStudent(onA);
    const bytes = makePdf({ mark: 'both nodes', bytes: 7 * MIB });
    const draftId = application.id;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const facts = { draftId, slot: 'cv', name: 'cv.pdf', size: bytes.length, sha256 };
    const location = (await onA.createUpload(facts)).headers.get('location') ?? '';
    expect((await onA.patch(location, 0, bytes.subarray(0, 3 * MIB))).status).toBe(204);
    expect(problemOf(await onB.patch(location, MIB, bytes.subarray(MIB))).code).toBe('UPLOAD_CONFLICT');
    expect((await onB.patch(location, 3 * MIB, bytes.subarray(3 * MIB))).status).toBe(204);
    const cv = { slot: 'cv', uploadId: location.split('/').at(-1) ?? '', name: 'cv.pdf', size: bytes.length, sha256 };
    const body = { ...application.body, documents: [...application.body.documents, cv] };
    expect((await onB.put({ path: application.path, body })).status).toBe(202);
    await onA.processed(application.id);
    const sent = nodes.mocks.effects('file-workflow').find(({ key }) => key === application.id);
    expect(sent?.files.map((file) => file.sha256)).toContain(sha256);
  });

  test('refuse bytes that begin before those that the other has taken, although they made the upload themselves', async () => {
    const [onA, onB] = [new Client(a.url), new Client(b.url)];
    const bytes = makePdf({ mark: 'made here', bytes: MIB });
    const facts = { draftId: randomUUID(), slot: 'cv', name: 'cv.pdf', size: bytes.length };
    const location = (await onA.createUpload(facts)).headers.get('location') ?? '';
    expect((await onB.patch(location, 0, bytes.subarray(0, 5000))).status).toBe(204);
    const refused = await onA.patch(location, 0, bytes);
    expect(problemOf(refused).code).toBe('UPLOAD_CONFLICT');
    expect(refused.headers.get('upload-offset')).toBe('5000');
    expect((await onA.patch(location, 5000, bytes.subarray(5000))).status).toBe(204);
  });

  test('tell a page of a stage that the other runs, while it runs', async () => {
    const application = await attachedStudent(new Client(a.url));
    const { id } = application;
    nodes.mocks.setScenario({ service: 'offers', scenario: 'hangs', times: 1 });
    await new Client(b.url).put(application);
    const pages = [a, b].map((node) => new Client(node.url));
    await Promise.all(pages.map((page) => page.until(id, isSending)));
    expect(nodes.mocks.effects('offers').filter(({ key }) => key === id)).toEqual([]);
    const [onA, onB] = await Promise.all(pages.map((page) => page.processed(id)));
    expect(onA).toEqual(onB);
  });

  test('run one pipeline for two simultaneous PUTs, one on each', async () => {
    const application = await attachedStudent(new Client(a.url));
    const answers = await Promise.all([a, b].map((node) => new Client(node.url).put(application)));
    for (const { status } of answers) expect([200, 202]).toContain(status);
    await new Client(b.url).processed(application.id);
    for (const service of ['validate', 'offers', 'student-workflow', 'file-workflow'] as const) {
      expect(nodes.mocks.received({ service, idempotencyKey: application.id })).toHaveLength(1);
    }
  });

  test('count a client’s requests together, whichever answers', async () => {
    const env = { ...nodes.env, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '6', TRUST_PROXY: '1' };
    const config = readConfig(env, { demo: false });
    // A node whose database takes longer than 0.3 s to count counts alone, which a loaded machine's would.
    const open = () => serve(config, { dist: 'none', limits: { countMs: 60_000 } });
    const both = await Promise.all([open(), open()]);
    const clients = both.map((node) => new Client(node.url));
    const ask = async (i: number, address: string) =>
      (await clients[i % 2]?.send('GET', '/api/config', undefined, { 'x-forwarded-for': address }))?.status;
    const statuses: unknown[] = [];
    for (let i = 0; i < 8; i += 1) statuses.push(await ask(i, '203.0.113.9'));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    expect(await ask(0, '203.0.113.10')).toBe(200);
    await Promise.all(both.map((node) => node.close()));
  });

  test('obey the staff’s command line: it lists, shows without answers, has one tried again, and removes all of it', async () => {
    const client = new Client(a.url);
    const application = await attachedStudent(client);
    const { id } = application;
    nodes.mocks.setScenario({ service: 'offers', scenario: 'rejects-message', times: 1 });
    await client.put(application);
    expect((await client.settled(id)).status).toBe('error');
    expect(await command('list')).toContain(`${id}  student  error  cricos-submission`);
    const shown = await command('show', id);
    expect(shown).toContain('"slot": "passport"');
    for (const value of [STUDENT.familyName, STUDENT.email, 'passport.pdf']) expect(shown).not.toContain(value);
    await command('retry', id);
    expect((await new Client(b.url).processed(id)).status).toBe('processed');
    expect(await command('purge', id, '--yes')).toContain('Removed: answers, outputs and documents');
    for (const document of application.body.documents as { uploadId: string }[]) {
      expect(nodes.documents().filter((key) => key.includes(document.uploadId))).toEqual([]);
    }
    expect(await command('purge', id, '--yes')).toContain('removed before');
    expect((await client.get(`/api/submissions/${id}`)).text).toContain('"processed"');
  });

  test('say nothing but their address and a note on their settings beside the log, however often they try to write', async () => {
    await new Client(a.url).get('/metrics');
    const others = a
      .log()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'))
      // On a loaded machine a start may look in vain for the database, which it says and waits for.
      .filter((line) => !line.endsWith(': the server waits for it'));
    expect(others.map((line) => line.split(' ', 3).join(' ')).toSorted()).toEqual([
      'Online application form',
      'The password in',
    ]);
  });

  test('say when the last backup was taken that the operator has noted', async () => {
    const figure = /^backup_taken_timestamp_seconds (\S+)$/m;
    const takenAt = async ({ url }: Product) => Number(figure.exec((await new Client(url).get('/metrics')).text)?.[1]);
    expect(await takenAt(a)).toBe(0);
    await run('server/backup.ts', 'backup', '--note', '2026-11-22T02:00:00Z');
    expect(await Promise.all([a, b].map(takenAt))).toEqual([1795312800, 1795312800]);
  });

  test('date and remove by the database’s clock, so that one whose own is a month ahead erases nothing early', async () => {
    const client = new Client(a.url);
    const [fresh, old] = [await client.short(), await client.short()];
    for (const application of [fresh, old]) {
      await client.put(application);
      await client.processed(application.id);
    }
    await sql`update submissions set updated_at = ${daysFromNow(-31)} where id = ${old.id}`;
    const lines: { readonly removed?: number }[] = [];
    const env = { ...nodes.env, PORT: '0', RETENTION_DAYS: '30' };
    const ahead = await serve(readConfig(env, { demo: false }), {
      dist: 'none',
      clock: movedBy(
        () => 0,
        () => 31 * 86_400_000,
      ),
      logTo: { write: (line) => void lines.push(JSON.parse(line)) },
    });
    await expect.poll(() => lines.flatMap(({ removed }) => removed ?? [])).toEqual([1]);
    expect(await command('show', old.id)).toContain('"purgedAt"');
    expect(await command('show', fresh.id)).not.toContain('"purgedAt"');
    const own = await new Client(ahead.url).short();
    await new Client(ahead.url).put(own);
    const [row] = await sql<{ created_at: string }>`select created_at from submissions where id = ${own.id}`;
    expect(Date.parse(row?.created_at ?? '')).toBeLessThan(Date.parse(daysFromNow(1)));
    expect((await client.get('/metrics')).text).toContain('clock_in_doubt 0');
    await ahead.close();
  });

  test('finish for each other what a killed one had begun: one OfferId, one effect for each key', async () => {
    await b.stop();
    const application = await attachedStudent(new Client(a.url));
    nodes.mocks.setScenario({ service: 'offers', scenario: 'slow', delayMs: 4000, times: 1 });
    await new Client(a.url).put(application);
    await new Client(a.url).until(application.id, isSending);
    await b.start();
    await a.kill();
    const done = await new Client(b.url).processed(application.id);
    expect(nodes.mocks.offers().filter(({ offerId }) => offerId === done.offerId)).toHaveLength(1);
    for (const service of ['offers', 'student-workflow', 'file-workflow'] as const) {
      expect(nodes.mocks.effects(service).filter(({ key }) => key === application.id)).toHaveLength(1);
    }
  });
});
