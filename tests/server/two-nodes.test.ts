/** @module-tag slow */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Submission } from '#domain/submission/submission.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import { makePdf } from '#tests/support/pdf.ts';
import type { Product } from '#tests/support/product.ts';
import { COMPILE_CACHE } from '#tests/support/start-flags.ts';
import { Client, problemOf, STUDENT, stageOf } from './support/client.ts';
import { attachedStudent } from './support/patient-person.ts';

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

/** `npm run submissions -- …` as a separate process, beside the nodes. */
const command = (...words: readonly string[]): Promise<string> => run('server/submissions.ts', ...words);

async function run(program: string, ...words: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH, ...COMPILE_CACHE, ...nodes.env };
  return (await promisify(execFile)(process.execPath, [program, ...words], { env })).stdout;
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
    const { headers } = await onA.send('HEAD', location, undefined, { 'tus-resumable': '1.0.0' });
    expect(headers.get('upload-offset')).toBe(String(bytes.length));
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

  test('obey the staff’s command line: it lists, shows without answers, has one tried again, and removes all of it', async () => {
    const client = new Client(a.url);
    const application = await attachedStudent(client);
    const { id } = application;
    nodes.mocks.setScenario({ service: 'offers', scenario: 'rejects-message', times: 1 });
    await client.put(application);
    expect((await client.settled(id)).status).toBe('error');
    expect(await command('list')).toContain(`${id}  student  stopped     cricos-submission`);
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

  test('say nothing but their address beside the log, however often they try to write', async () => {
    await new Client(a.url).get('/metrics');
    const others = a
      .log()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'))
      // On a loaded machine a start may look in vain for the database, which it says and waits for.
      .filter((line) => !line.endsWith(': the server waits for it'));
    expect(others.map((line) => line.split(' ', 3).join(' ')).toSorted()).toEqual(['Online application form']);
  });

  test('say when the last backup was taken that the operator has noted', async () => {
    const figure = /^backup_taken_timestamp_seconds (\S+)$/m;
    const takenAt = async ({ url }: Product) => Number(figure.exec((await new Client(url).get('/metrics')).text)?.[1]);
    expect(await takenAt(a)).toBe(0);
    await run('server/backup.ts', 'backup', '--note', '2026-11-22T02:00:00Z');
    expect(await Promise.all([a, b].map(takenAt))).toEqual([1795312800, 1795312800]);
  });

  test('say which of them has other settings than the one that started last', async () => {
    const differs = async ({ url }: Product) =>
      (await new Client(url).get('/metrics')).text.match(/^settings_differ .*$/m);
    expect((await differs(a))?.[0]).toBe('settings_differ 0');
    const other = await nodes.start({ FILE_WORKFLOW_URL: 'http://127.0.0.1:9/other' });
    expect(other.log()).toContain('another node on this database has, or had, other settings');
    expect([(await differs(a))?.[0], (await differs(other))?.[0]]).toEqual(['settings_differ 1', 'settings_differ 0']);
    await other.stop();
    await b.stop();
    await b.start();
    expect((await differs(a))?.[0]).toBe('settings_differ 0');
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
