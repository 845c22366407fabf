/** @module-tag slow */
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

/** Removes what a register with only these does not know; `lifeMs` 0 spares nothing because of its age. */
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

  test('can be written only if the bucket exists', async () => {
    await filesOn(s3).assertWritable?.();
    const wrong = { ...s3, env: { ...s3.env, UPLOADS_S3_BUCKET: 'another' } };
    await expect(filesOn(wrong).assertWritable?.()).rejects.toThrow();
    const stranger = { ...s3, env: { ...s3.env, AWS_ACCESS_KEY_ID: 'STRANGER' } };
    await expect(filesOn(stranger).assertWritable?.()).rejects.toThrow();
  });

  test('need one request if they are small and complete, and leave nothing else', async () => {
    const writer = await filesOn(s3).append({ id: ID, size: 2 * MIB }, true);
    await writer.write([bytes.subarray(0, MIB), bytes.subarray(MIB, 2 * MIB)]);
    await writer.close();
    expect([s3.calls('PutObject'), s3.calls('CreateMultipartUpload')]).toEqual([1, 0]);
    expect([s3.calls('HeadObject'), s3.calls('ListMultipartUploads')]).toEqual([0, 0]);
    expect(s3.keys()).toEqual([ID]);
    expect((await contentOf(filesOn(s3), ID)).equals(bytes.subarray(0, 2 * MIB))).toBe(true);
  });

  test('start on one node, continue on another and are read by a third', async () => {
    const [a, b, c] = [filesOn(s3), filesOn(s3), filesOn(s3)];
    await write(a, 0, 6 * MIB);
    expect(await b.size(ID)).toBe(6 * MIB);
    await write(b, 6 * MIB, 7 * MIB);
    expect(await a.size(ID)).toBe(7 * MIB);
    await write(a, 7 * MIB, bytes.length);
    expect(await isWhole(c)).toBe(true);
    expect([s3.keys(), s3.openUploads()]).toEqual([[ID], 0]);
  });

  test.each([1, 300_000, 5 * MIB + 100_000])('keep %d bytes of an interrupted request', async (count) => {
    expect(await write(filesOn(s3), 0, count)).toBe(count);
    const other = filesOn(s3);
    expect(await other.size(ID)).toBe(count);
    await write(other, count, bytes.length);
    expect(await isWhole(other)).toBe(true);
  });

  test('are unknown to every node after one removed them, and leave nothing', async () => {
    const [a, b] = [filesOn(s3), filesOn(s3)];
    for (const count of [bytes.length, 6 * MIB, 5]) {
      await write(a, 0, count);
      await b.remove(ID);
      expect([s3.keys(), s3.openUploads(), await a.size(ID)]).toEqual([[], 0, undefined]);
    }
  });

  test('are assembled by the next node if all parts arrived before a kill', async () => {
    s3.fail({ operation: 'CompleteMultipartUpload', times: 3, how: 'cut-before' });
    await expect(write(filesOn(s3), 0, bytes.length)).rejects.toThrow();
    const b = filesOn(s3);
    expect(await b.size(ID)).toBe(bytes.length);
    await write(b, 0, 0);
    expect(await isWhole(b)).toBe(true);
  });

  test('do not count bytes twice if a node was killed between storing a part and removing its bytes', async () => {
    const a = filesOn(s3);
    await write(a, 0, 3 * MIB);
    // The bytes next to the parts must be replaced after they became a part: that fails.
    s3.fail({ operation: 'PutObject', times: 3, how: 'cut-before' });
    await expect(write(a, 3 * MIB, 8 * MIB + 5)).rejects.toThrow();
    const b = filesOn(s3);
    const there = (await b.size(ID)) ?? 0;
    expect(there).toBeGreaterThanOrEqual(5 * MIB);
    await write(b, there, bytes.length);
    expect(await isWhole(b)).toBe(true);
  });

  test('of the previous release are continued, and removed with its notes', async () => {
    const a = filesOn(s3);
    await write(a, 0, 6 * MIB);
    await s3Put(s3, `${ID}.info`);
    await write(a, 6 * MIB, bytes.length);
    expect(await isWhole(a)).toBe(true);
    await a.remove(ID);
    expect(s3.keys()).toEqual([]);
  });

  test('are read from where the connection broke', async () => {
    const a = filesOn(s3);
    await write(a, 0, bytes.length);
    s3.fail({ operation: 'GetObject', how: 'cut-within' });
    const before = s3.calls('GetObject');
    expect(await isWhole(a)).toBe(true);
    expect(s3.calls('GetObject')).toBe(before + 2);
  });
});

describe('a bucket that does not answer', () => {
  let s3: S3;
  let node: FileStore;
  beforeEach(async () => {
    s3 = await startS3({ port: 0, bucket: 'uploads' });
    node = filesOn(s3, 86_400_000, { connectMs: 5_000, silenceMs: 600 });
  });
  afterEach(() => s3.close());

  const bytes = randomBytes(11 * MIB + 5);
  const UNAVAILABLE = { code: 'UNAVAILABLE', status: 503 };

  test('times out every request, and works again when it answers', async () => {
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

  test('stores no part of a document; earlier parts stay, and the rest follows when it answers', async () => {
    // This store has the usual timeouts, because the bucket and its readers share one process.
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

  test('in the middle of a document ends its reader, but not a slow reader', async () => {
    await add(filesOn(s3), ID, bytes.length, bytes);
    const slow = node.open(ID)[Symbol.asyncIterator]();
    const blocks = [(await slow.next()).value];
    const before = s3.calls('GetObject');
    s3.fail({ operation: 'GetObject', how: 'hang-within' });
    // Takes as long as the timeout: the slow reader reads nothing for that time.
    await expect(contentOf(node, ID)).rejects.toMatchObject(UNAVAILABLE);
    for (let next = await slow.next(); !next.done; next = await slow.next()) blocks.push(next.value);
    expect(Buffer.compare(Buffer.concat(blocks), bytes)).toBe(0);
    expect(s3.calls('GetObject')).toBe(before + 1);
  });
});

describe('the sweep removes only what a crash left in a bucket', () => {
  let s3: S3;
  beforeEach(async () => {
    s3 = await startS3({ port: 0, bucket: 'uploads', pageSize: 2 });
  });
  afterEach(() => s3.close());

  const IDS = ['a', 'b', 'd'].map((letter) => letter.repeat(32));
  const bytes = randomBytes(6 * MIB);
  /** The given number of its 6 MB; all of them complete it. */
  const put = (id: string, count: number) => add(filesOn(s3), id, bytes.length, bytes.subarray(0, count));
  const left = () => [s3.keys(), s3.openUploads()];

  test('uploads whose rows were deleted: started, half or complete', async () => {
    const [begun = '', half = '', whole = ''] = IDS;
    await put(begun, 1);
    await put(half, 5 * MIB + 100_000);
    await put(whole, bytes.length);
    expect(await sweep(s3, [])).toBeGreaterThanOrEqual(3);
    expect(left()).toEqual([[], 0]);
  });

  test('the rest of an upload whose removal was interrupted', async () => {
    await put(ID, 5 * MIB + 100_000);
    s3.fail({ operation: 'DeleteObjects', times: 3, how: 'cut-before' });
    await expect(filesOn(s3).remove(ID)).rejects.toThrow();
    expect(s3.keys()).not.toEqual([]);
    await sweep(s3, []);
    expect(left()).toEqual([[], 0]);
  });

  test('registered uploads stay, over several pages, and can be continued and read', async () => {
    const [begun = '', half = '', whole = ''] = IDS;
    await put(begun, 1);
    await put(half, 5 * MIB + 100_000);
    await put(whole, bytes.length);
    const before = left();
    expect(await sweep(s3, IDS)).toBe(0);
    expect(left()).toEqual(before);
    expect(await filesOn(s3).size(half)).toBe(5 * MIB + 100_000);
  });

  test('a file younger than a day stays, registered or not', async () => {
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

/** Puts an object like another program. */
async function s3Put({ url, env }: S3, Key: string): Promise<void> {
  const { UPLOADS_S3_BUCKET: Bucket, AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = env;
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  const client = new S3Client({ endpoint: url, region: 'ap-southeast-2', forcePathStyle: true, credentials });
  await client.putObject({ Bucket, Key, Body: 'x' });
}
