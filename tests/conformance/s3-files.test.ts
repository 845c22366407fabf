import { randomBytes } from 'node:crypto';
import { S3 as S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createS3Files } from '#server/adapters/s3/files.ts';
import { S3_LIMITS, type S3Limits } from '#server/adapters/s3/limited-client.ts';
import type { FileStore } from '#server/ports/file-store.ts';
import { sweepUnknown } from '#server/submission/upkeep.ts';
import { type S3, startS3 } from '#tests/support/s3-server/server.ts';
import { add, contentOf, describeFileStore } from './file-store.ts';

const MIB = 1024 * 1024;
const ID = 'c'.repeat(32);

function filesOn({ url, env }: S3, lifeMs = 86_400_000, limits: S3Limits = S3_LIMITS): FileStore {
  const settings = {
    bucket: env.UPLOADS_S3_BUCKET ?? '',
    endpoint: url,
    region: 'ap-southeast-2',
    forcePathStyle: true,
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID ?? '', secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '' },
  };
  return createS3Files({ settings, lifeMs, limits });
}

/** Removes what a register that knows only these does not know; `lifeMs` 0 spares nothing for being young. */
const sweep = (s3: S3, known: readonly string[], lifeMs = 0) =>
  sweepUnknown({
    files: filesOn(s3, lifeMs),
    uploads: { find: async (id) => (known.includes(id) ? { ...RECORD, id } : undefined) },
  });

const RECORD = { draftId: 'd', slot: 'cv', name: 'a.pdf', type: 'application/pdf', size: 1, createdAt: '' };

describeFileStore('a bucket', async () => {
  const s3 = await startS3({ port: 0, bucket: 'uploads' });
  return { files: filesOn(s3), dispose: () => s3.close() };
});

describe('uploads in a bucket', () => {
  let s3: S3;
  beforeEach(async () => {
    s3 = await startS3({ port: 0, bucket: 'uploads' });
  });
  afterEach(() => s3.close());

  const bytes = randomBytes(11 * MIB + 5);
  const write = (files: FileStore, from: number, to: number) => add(files, ID, bytes.length, bytes.subarray(from, to));
  const isWhole = async (files: FileStore) => (await contentOf(files, ID)).equals(bytes);

  test('can be written where the bucket is, and nowhere else', async () => {
    await filesOn(s3).assertWritable?.();
    const wrong = { ...s3, env: { ...s3.env, UPLOADS_S3_BUCKET: 'another' } };
    await expect(filesOn(wrong).assertWritable?.()).rejects.toThrow();
    const stranger = { ...s3, env: { ...s3.env, AWS_ACCESS_KEY_ID: 'STRANGER' } };
    await expect(filesOn(stranger).assertWritable?.()).rejects.toThrow();
  });

  test('that come whole and small take one request, and leave nothing beside them', async () => {
    const writer = await filesOn(s3).append({ id: ID, size: 2 * MIB }, true);
    await writer.write([bytes.subarray(0, MIB), bytes.subarray(MIB, 2 * MIB)]);
    await writer.close();
    expect([s3.calls('PutObject'), s3.calls('CreateMultipartUpload')]).toEqual([1, 0]);
    expect([s3.calls('HeadObject'), s3.calls('ListMultipartUploads')]).toEqual([0, 0]);
    expect(s3.keys()).toEqual([ID]);
    expect((await contentOf(filesOn(s3), ID)).equals(bytes.subarray(0, 2 * MIB))).toBe(true);
  });

  test('are begun on one node, go on at another and are read by a third', async () => {
    const [a, b, c] = [filesOn(s3), filesOn(s3), filesOn(s3)];
    await write(a, 0, 6 * MIB);
    expect(await b.size(ID)).toBe(6 * MIB);
    await write(b, 6 * MIB, 7 * MIB);
    expect(await a.size(ID)).toBe(7 * MIB);
    await write(a, 7 * MIB, bytes.length);
    expect(await isWhole(c)).toBe(true);
    expect([s3.keys(), s3.openUploads()]).toEqual([[ID], 0]);
  });

  test.each([1, 300_000, 5 * MIB + 100_000])('keep %d bytes of a request that broke off', async (count) => {
    expect(await write(filesOn(s3), 0, count)).toBe(count);
    const other = filesOn(s3);
    expect(await other.size(ID)).toBe(count);
    await write(other, count, bytes.length);
    expect(await isWhole(other)).toBe(true);
  });

  test('that one node removed are known to no other, and leave nothing behind', async () => {
    const [a, b] = [filesOn(s3), filesOn(s3)];
    for (const count of [bytes.length, 6 * MIB, 5]) {
      await write(a, 0, count);
      await b.remove(ID);
      expect([s3.keys(), s3.openUploads(), await a.size(ID)]).toEqual([[], 0, undefined]);
    }
  });

  test('whose parts are all there when a node is killed are put together by the next one that opens them', async () => {
    s3.fail({ operation: 'CompleteMultipartUpload', times: 3, how: 'cut-before' });
    await expect(write(filesOn(s3), 0, bytes.length)).rejects.toThrow();
    const b = filesOn(s3);
    expect(await b.size(ID)).toBe(bytes.length);
    await write(b, 0, 0);
    expect(await isWhole(b)).toBe(true);
  });

  test('do not count bytes twice that became a part when a node was killed before it removed them', async () => {
    const a = filesOn(s3);
    await write(a, 0, 3 * MIB);
    // What was kept beside the parts is to be replaced when its bytes are part of one: that fails.
    s3.fail({ operation: 'PutObject', times: 3, how: 'cut-before' });
    await expect(write(a, 3 * MIB, 8 * MIB + 5)).rejects.toThrow();
    const b = filesOn(s3);
    const there = (await b.size(ID)) ?? 0;
    expect(there).toBeGreaterThanOrEqual(5 * MIB);
    await write(b, there, bytes.length);
    expect(await isWhole(b)).toBe(true);
  });

  test('that a release before had begun are gone on with and removed with its notes', async () => {
    const a = filesOn(s3);
    await write(a, 0, 6 * MIB);
    await s3Put(s3, `${ID}.info`);
    await write(a, 6 * MIB, bytes.length);
    expect(await isWhole(a)).toBe(true);
    await a.remove(ID);
    expect(s3.keys()).toEqual([]);
  });

  test('are read on from where the connection broke', async () => {
    const a = filesOn(s3);
    await write(a, 0, bytes.length);
    s3.fail({ operation: 'GetObject', how: 'cut-within' });
    const before = s3.calls('GetObject');
    expect(await isWhole(a)).toBe(true);
    expect(s3.calls('GetObject')).toBe(before + 2);
  });
});

describe('a bucket that says nothing', () => {
  let s3: S3;
  let node: FileStore;
  beforeEach(async () => {
    s3 = await startS3({ port: 0, bucket: 'uploads' });
    node = filesOn(s3, 86_400_000, { connectMs: 5_000, silenceMs: 600 });
  });
  afterEach(() => s3.close());

  const bytes = randomBytes(11 * MIB + 5);
  const UNAVAILABLE = { code: 'UNAVAILABLE', status: 503 };

  test('is not waited for, with any request, and serves again when it answers', async () => {
    await add(filesOn(s3), ID, bytes.length, bytes);
    const asks = {
      GetObject: () => contentOf(node, ID),
      PutObject: () => node.assertWritable?.(),
      HeadObject: () => node.size(ID),
    } as const;
    for (const [operation, ask] of Object.entries(asks)) {
      s3.fail({ operation: operation as keyof typeof asks, times: 6, how: 'hang' });
      await expect(ask(), operation).rejects.toMatchObject(UNAVAILABLE);
    }
    expect(await filesOn(s3).size(ID)).toBe(bytes.length);
  });

  test('takes no part of a document: what was there before stays, and the rest is taken when it speaks', async () => {
    // Who is not looked at has all the time for its answer: here the bucket and its readers share one process.
    const patient = filesOn(s3);
    await add(patient, ID, bytes.length, bytes.subarray(0, 3 * MIB));
    s3.fail({ operation: 'UploadPart', how: 'hang' });
    const writer = await node.append({ id: ID, size: bytes.length });
    await expect(writer.write([bytes.subarray(3 * MIB, 9 * MIB)])).rejects.toMatchObject(UNAVAILABLE);
    expect(await writer.close()).toBe(3 * MIB);
    const offset = (await patient.size(ID)) ?? 0;
    await add(patient, ID, bytes.length, bytes.subarray(offset));
    expect((await contentOf(patient, ID)).equals(bytes)).toBe(true);
  });

  test('in the middle of a document ends its reader, and no reader who takes their time', async () => {
    await add(filesOn(s3), ID, bytes.length, bytes);
    const slow = node.open(ID)[Symbol.asyncIterator]();
    const blocks = [(await slow.next()).value];
    const before = s3.calls('GetObject');
    s3.fail({ operation: 'GetObject', how: 'hang-within' });
    // Takes as long as the limit on silence: so long the slow one reads nothing.
    await expect(contentOf(node, ID)).rejects.toMatchObject(UNAVAILABLE);
    for (let next = await slow.next(); !next.done; next = await slow.next()) blocks.push(next.value);
    expect(Buffer.compare(Buffer.concat(blocks), bytes)).toBe(0);
    expect(s3.calls('GetObject')).toBe(before + 1);
  });
});

describe('what a crash left in a bucket goes, and nothing else', () => {
  let s3: S3;
  beforeEach(async () => {
    s3 = await startS3({ port: 0, bucket: 'uploads', pageSize: 2 });
  });
  afterEach(() => s3.close());

  const IDS = ['a', 'b', 'd'].map((letter) => letter.repeat(32));
  const bytes = randomBytes(6 * MIB);
  /** As many of its 6 MB as are given: all of them make it whole. */
  const put = (id: string, count: number) => add(filesOn(s3), id, bytes.length, bytes.subarray(0, count));
  const left = () => [s3.keys(), s3.openUploads()];

  test('uploads that were struck off and not removed: begun, half, whole', async () => {
    const [begun = '', half = '', whole = ''] = IDS;
    await put(begun, 1);
    await put(half, 5 * MIB + 100_000);
    await put(whole, bytes.length);
    expect(await sweep(s3, [])).toBeGreaterThanOrEqual(3);
    expect(left()).toEqual([[], 0]);
  });

  test('the rest of an upload whose removal broke off in the middle', async () => {
    await put(ID, 5 * MIB + 100_000);
    s3.fail({ operation: 'DeleteObjects', times: 3, how: 'cut-before' });
    await expect(filesOn(s3).remove(ID)).rejects.toThrow();
    expect(s3.keys()).not.toEqual([]);
    await sweep(s3, []);
    expect(left()).toEqual([[], 0]);
  });

  test('what is registered stays, page after page, and can be gone on with and read', async () => {
    const [begun = '', half = '', whole = ''] = IDS;
    await put(begun, 1);
    await put(half, 5 * MIB + 100_000);
    await put(whole, bytes.length);
    const before = left();
    expect(await sweep(s3, IDS)).toBe(0);
    expect(left()).toEqual(before);
    expect(await filesOn(s3).size(half)).toBe(5 * MIB + 100_000);
  });

  test('a file that is younger than a day stays, regardless of who registered it', async () => {
    await put(ID, bytes.length);
    expect(await sweep(s3, [], 86_400_000)).toBe(0);
    expect(await filesOn(s3).size(ID)).toBe(bytes.length);
  });

  test('objects of other programs in the bucket stay', async () => {
    await s3Put(s3, 'logo');
    expect(await sweep(s3, [])).toBe(0);
    expect(left()).toEqual([['logo'], 0]);
  });
});

/** Puts an object as another program does. */
async function s3Put({ url, env }: S3, Key: string): Promise<void> {
  const { UPLOADS_S3_BUCKET: Bucket, AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = env;
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  const client = new S3Client({ endpoint: url, region: 'ap-southeast-2', forcePathStyle: true, credentials });
  await client.putObject({ Bucket, Key, Body: 'x' });
}
