/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Submission } from '#domain/submission/submission.ts';
import { type Mocks, startMocks } from '#mocks/server.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/fault-proxy.ts';
import { makePdf, sha256 } from '#tests/support/pdf.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { type S3, startS3 } from '#tests/support/s3-server/server.ts';
import { Client, problemOf, stageOf } from './support/client.ts';
import { answered, expectUnavailable, livesAgain, notReady, putWithin, readyAgain } from './support/tolerant.ts';

let s3: S3;
let mocks: Mocks;
let link: FaultProxy;
let node: Product;

beforeAll(async () => {
  [s3, mocks] = await Promise.all([startS3({ port: 0, bucket: 'uploads' }), startMocks({ port: 0, latency: 0 })]);
  link = await startFaultProxy(s3.url);
  node = await startProduct({ env: { ...mocks.env, ...s3.env, UPLOADS_S3_ENDPOINT: link.url } });
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
  await link.close();
  await mocks.close();
  await s3.close();
});

const isNotifying = (one: Submission) => stageOf(one, 'power-automate').state === 'in-progress';
const MIB = 1024 * 1024;

test('a silent bucket: pages are answered, what needs it is refused with words, and all continues when it answers', async () => {
  const client = new Client(node.url);
  const [waiting, underWay, uploading] = await Promise.all([client.student(), client.student(), client.student()]);
  const cv = makePdf({ mark: 'cv', bytes: 6 * MIB });
  const facts = { draftId: uploading.id, slot: 'cv', name: 'cv.pdf', size: cv.length, sha256: sha256(cv) };
  const location = (await client.createUpload(facts)).headers.get('location') ?? '';
  expect((await client.patch(location, 0, cv.subarray(0, MIB))).status).toBe(204);
  mocks.setScenario({ service: 'student-workflow', scenario: 'slow', delayMs: 1000, times: 1 });
  await client.put(underWay);
  await client.until(underWay.id, isNotifying);

  link.swallow();
  link.set({ kind: 'black-hole', afterBytes: 0 });
  const ready = await notReady(node.url);
  expect(problemOf(ready)).toMatchObject({ status: 503, detail: 'The uploads cannot be written.' });
  const pages = await Promise.all(['/', '/healthz', '/api/config'].map((path) => answered(node.url + path)));
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
  const upload = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
  const [accepted, refused] = await Promise.all([
    putWithin(node.url, waiting),
    answered(node.url + location, {
      method: 'PATCH',
      headers: { ...upload, 'upload-offset': String(MIB) },
      body: new Uint8Array(cv.subarray(MIB)),
    }),
  ]);
  // What the register of uploads knows needs no bucket: the applicant may close the page.
  expect(accepted.status).toBe(202);
  expectUnavailable([refused]);

  link.set({ kind: 'none' });
  await readyAgain(node.url);
  const head = await client.send('HEAD', location, undefined, { 'tus-resumable': '1.0.0' });
  const offset = Number(head.headers.get('upload-offset'));
  expect((await client.patch(location, offset, cv.subarray(offset))).status).toBe(204);
  const uploadId = location.split('/').at(-1) ?? '';
  const documents = [...uploading.body.documents, { slot: 'cv', uploadId, name: 'cv.pdf', size: cv.length }];
  expect((await client.put({ ...uploading, body: { ...uploading.body, documents } })).status).toBe(202);
  for (const { id } of [waiting, underWay, uploading]) {
    await client.processed(id);
    expect(mocks.effects('file-workflow').filter(({ key }) => key === id)).toHaveLength(1);
  }
  const [sent] = mocks.effects('file-workflow').filter(({ key }) => key === uploading.id);
  expect(sent?.files.map((file) => file.sha256)).toContain(sha256(cv));
});

test('a node that starts before its bucket waits for it, lives, and then is ready', async () => {
  await node.stop();
  link.set({ kind: 'cut', afterBytes: 0 });
  const starting = node.start();
  await livesAgain(node.url);
  expectUnavailable([await answered(`${node.url}/readyz`)]);
  link.set({ kind: 'none' });
  await starting;
  await readyAgain(node.url);
});
