import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Mocks, startMocks } from '#mocks/server.ts';
import { needs } from '#tests/support/needs.ts';
import { makePdf, sha256 } from '#tests/support/pdf.ts';
import { type ForgetfulDisk, forgetfulDisk } from '#tests/support/power-cut.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { SLOW } from '#tests/support/slow.ts';
import { Client, stageOf, submissionOf } from './support/client.ts';

const TUS = { 'tus-resumable': '1.0.0' };

const procfs = needs(process.platform === 'linux', 'what a process has synced is read from /proc');

describe('after a power cut', procfs, () => {
  let home: string;
  let mocks: Mocks;
  let disk: ForgetfulDisk;
  let product: Product;
  let client: Client;
  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'power-cut-'));
    disk = forgetfulDisk(path.join(home, 'syncs'));
    mocks = await startMocks({ port: 0 });
    product = await startProduct({ env: { ...mocks.env, ...disk.env } });
    client = new Client(product.url);
  });
  afterEach(async () => {
    await product[Symbol.asyncDispose]();
    await mocks.close();
    await rm(home, { recursive: true });
  });

  const cutPower = async (directory = path.join(product.dataDir, 'uploads')) => {
    await product.kill();
    disk.cutPower(directory);
    await product.start();
  };
  const offsetOf = (location: string) => client.send('HEAD', location, undefined, TUS);

  test('an application that was answered with 202 has all of its documents, and forwards them', async () => {
    mocks.setScenario({ service: 'file-workflow', scenario: 'cut-before' });
    const application = await client.student();
    const answer = await client.put(application);
    expect(answer.status).toBe(202);
    await client.until(application.id, (one) => stageOf(one, 'file-forwarding').state === 'error');
    await cutPower();
    // Before the service takes it: after that the server's own retry could be through already.
    expect((await client.put(application)).status).toBe(202);
    mocks.setScenario({ service: 'file-workflow', scenario: 'accepts' });
    const processed = await client.processed(application.id);
    expect(processed.stages.find(({ error }) => error)).toBeUndefined();
    expect(processed.offerId).toBe(submissionOf(answer).offerId);
    const [forwarded, ...others] = mocks.effects('file-workflow');
    expect(others).toEqual([]);
    expect(forwarded?.files).toHaveLength(4);
    expect(mocks.offers()).toHaveLength(1);
  });

  test('a data directory that was made by the first start is there, with the applications in it', SLOW, async () => {
    const application = await client.student();
    expect((await client.put(application)).status).toBe(202);
    await client.processed(application.id);
    await cutPower(product.dataDir);
    expect((await client.get(`/api/submissions/${application.id}`)).status).toBe(200);
  });

  test('an upload that was answered as whole is whole, and its draft can be submitted', SLOW, async () => {
    const application = await client.student();
    await cutPower();
    for (const document of application.body.documents as readonly { uploadId: string; size: number }[]) {
      const answer = await offsetOf(`/api/uploads/${document.uploadId}`);
      expect([answer.status, Number(answer.headers.get('upload-offset'))]).toEqual([200, document.size]);
    }
    expect((await client.put(application)).status).toBe(202);
    expect((await client.processed(application.id)).status).toBe('processed');
  });

  test('an interrupted upload is never taken for whole: it continues at its last byte, or starts again', async () => {
    const draftId = randomUUID();
    const file = makePdf({ bytes: 200_000 });
    const facts = { draftId, slot: 'cv', name: 'cv.pdf', size: file.length, sha256: sha256(file) };
    const location = (await client.createUpload(facts)).headers.get('location') ?? '';
    expect((await client.patch(location, 0, file.subarray(0, 150_000))).status).toBe(204);
    await cutPower();
    const answer = await offsetOf(location);
    expect(answer.status === 200 ? Number(answer.headers.get('upload-offset')) : answer.status).toSatisfy(
      (offsetOrStatus: number) => offsetOrStatus === 404 || offsetOrStatus < file.length,
    );
    const again = (await client.createUpload(facts)).headers.get('location') ?? '';
    expect((await client.patch(again, 0, file)).status).toBe(204);
  });
});
