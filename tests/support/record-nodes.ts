import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startS3 } from '#tests/support/s3-server/server.ts';
import { readBucket } from './bucket-copy.ts';
import { dumpDatabase } from './database-dump.ts';
import { startPostgres } from './postgres.ts';
import { startProduct } from './product.ts';
import { documentOf, nameOf, readTyped, releaseFolder, sentValues, startOutside, type Typed } from './release.ts';
import { uploadTo } from './tus-upload.ts';

/**
 * Records what a killed node of a release leaves in PostgreSQL and in its bucket, next to the recording of
 * record-release.ts: `node tests/support/record-nodes.ts <built checkout> <folder>`.
 */
const [checkout, name] = process.argv.slice(2);
if (checkout === undefined || name === undefined)
  throw new Error('usage: <built checkout> <folder below tests/fixtures/releases>');
const folder = path.join(releaseFolder(name), 'nodes');
if (existsSync(folder)) throw new Error(`${name} is recorded already`);

const typed = await readTyped(name);
const mocks = await startOutside(typed);
const cluster = await startPostgres();
const s3 = await startS3({ port: 0, bucket: 'uploads' });
const database = await cluster.database();
const product = await startProduct({
  env: { ...mocks.env, ...s3.env, DATABASE_URL: database },
  root: path.resolve(checkout),
});
try {
  await record();
} finally {
  await product[Symbol.asyncDispose]();
  await mocks.close();
  await s3.close();
  await cluster.close();
}

async function record(): Promise<void> {
  const finished = await submit('finished');
  await until(async () => (await statusOf(finished)) === 'processed');
  mocks.setScenario({ service: 'student-workflow', scenario: 'failing' });
  const waiting = await submit('waiting');
  await until(async () => (await statusOf(waiting)) === 'error');
  mocks.setScenario({ service: 'offers', scenario: 'hangs' });
  const underWay = await submit('underWay');
  await until(() => mocks.received({ service: 'offers', idempotencyKey: underWay }).length > 0);
  const { id: confirmed, ...put } = await prepare('confirmed');
  await product.kill();
  const received = mocks
    .received()
    .flatMap(({ service, idempotencyKey: key, body }) => (typeof key !== 'string' ? [] : [{ service, key, body }]));
  await mkdir(folder);
  const write = (file: string, content: unknown) =>
    writeFile(path.join(folder, file), `${JSON.stringify(content, null, 2)}\n`);
  await writeFile(path.join(folder, 'ledger.sql'), await dumpDatabase(database));
  await write('bucket.json', await readBucket(s3));
  const ids = { finished, waiting, underWay, confirmed };
  await write('recorded.json', { at: new Date().toISOString(), ids, put, received });
}

/** Uploads the documents of an application without confirming it. */
async function prepare(which: keyof Typed['sent']) {
  const id = crypto.randomUUID();
  const upload = async (slot: string) => {
    const file = documentOf(nameOf(typed.sent[which]), slot);
    const uploadId = await uploadTo(product.url, { draftId: id, slot, file });
    return { slot, uploadId, name: file.name, size: file.bytes.length };
  };
  const documents = await Promise.all(typed.requiredDocuments.map(upload));
  const body = { variant: 'direct', values: sentValues(typed, which), documents };
  return { id, path: `/api/student-applications/${id}`, body };
}

async function submit(which: keyof Typed['sent']): Promise<string> {
  const { id, path: place, body } = await prepare(which);
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(product.url + place, { method: 'PUT', headers, body: JSON.stringify(body) });
  if (answer.status !== 202) throw new Error(`refused: ${answer.status} ${await answer.text()}`);
  return id;
}

async function statusOf(id: string): Promise<unknown> {
  const answer = await fetch(`${product.url}/api/submissions/${id}`);
  return Reflect.get(Object(await answer.json()), 'status');
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await isSo()); await new Promise((resolve) => setTimeout(resolve, 50)))
    if (Date.now() > deadline) throw new Error('timeout: the expected state did not occur');
}
