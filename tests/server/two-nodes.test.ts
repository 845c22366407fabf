import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Submission } from '#domain/submission/submission.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import { makePdf } from '#tests/support/pdf.ts';
import type { Product } from '#tests/support/product.ts';
import { Client, problemOf, stageOf } from './support/client.ts';

const MIB = 1024 * 1024;

let nodes: Nodes;
let a: Product;
let b: Product;
beforeAll(async () => {
  nodes = await startNodes();
  [a, b] = await Promise.all([nodes.start(), nodes.start()]);
});
afterAll(() => nodes[Symbol.asyncDispose]());

/** When each version of a submission was told by a node, until it was processed. */
async function timesTold(node: Product, id: string): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for await (const event of new Client(node.url).events(id)) times.set(event.id, Date.now());
  return times;
}

describe('two nodes on one PostgreSQL and one bucket', () => {
  test('take turns at one upload, and either submits it', async () => {
    const [onA, onB] = [new Client(a.url), new Client(b.url)];
    const application = await onA.student();
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

  test('tell a page of stages that the other runs, within a second', async () => {
    const application = await new Client(a.url).student();
    await new Client(b.url).put(application);
    const [onA, onB] = await Promise.all([timesTold(a, application.id), timesTold(b, application.id)]);
    const last = [...onA.keys()].at(-1);
    expect(last).toBe([...onB.keys()].at(-1));
    for (const [version, time] of onA) {
      const other = onB.get(version);
      if (other !== undefined) expect(Math.abs(time - other)).toBeLessThan(1000);
    }
  });

  test('run one pipeline for two simultaneous PUTs, one on each', async () => {
    const application = await new Client(a.url).student();
    const answers = await Promise.all([a, b].map((node) => new Client(node.url).put(application)));
    for (const { status } of answers) expect([200, 202]).toContain(status);
    await new Client(b.url).processed(application.id);
    for (const service of ['validate', 'offers', 'student-workflow', 'file-workflow'] as const) {
      expect(nodes.mocks.received({ service, idempotencyKey: application.id })).toHaveLength(1);
    }
  });

  test('finish for each other what a killed one had begun: one OfferId, one effect for each key', async () => {
    await b.stop();
    const application = await new Client(a.url).student();
    nodes.mocks.setScenario({ service: 'offers', scenario: 'slow', delayMs: 4000, times: 1 });
    await new Client(a.url).put(application);
    const isSending = (one: Submission) => stageOf(one, 'cricos-submission').state === 'in-progress';
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
