import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type S3, startS3 } from '#mocks/s3/server.ts';
import { createS3Files } from '#server/adapters/s3/files.ts';
import { describeFileStore } from './file-store.ts';

const MIB = 1024 * 1024;
const ID = 'c'.repeat(32);
const free = async () => undefined;

function filesOn({ url, env }: S3, assertHeld: (id: string) => Promise<void> = free) {
  const settings = {
    bucket: env.UPLOADS_S3_BUCKET ?? '',
    endpoint: url,
    region: 'ap-southeast-2',
    forcePathStyle: true,
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID ?? '', secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '' },
  };
  return createS3Files({ settings, lifeMs: 86_400_000, assertHeld });
}

describeFileStore('a bucket', async () => {
  const s3 = await startS3({ port: 0, bucket: 'uploads' });
  return { ...filesOn(s3), dispose: () => s3.close() };
});

describe('uploads in a bucket', () => {
  let s3: S3;
  beforeEach(async () => {
    s3 = await startS3({ port: 0, bucket: 'uploads' });
  });
  afterEach(() => s3.close());

  const bytes = randomBytes(11 * MIB + 5);
  const create = (node: ReturnType<typeof filesOn>) =>
    node.tus.create(new Upload({ id: ID, size: bytes.length, offset: 0, metadata: { filename: 'a.pdf' } }));
  const write = (node: ReturnType<typeof filesOn>, from: number, to: number) =>
    node.tus.write(Readable.from([bytes.subarray(from, to)]), ID, from);
  const read = async (node: ReturnType<typeof filesOn>) => {
    const blocks: Uint8Array[] = [];
    for await (const block of node.files.open(ID)) blocks.push(block);
    return Buffer.concat(blocks);
  };

  test('are begun on one node, go on at another and are read by a third', async () => {
    const [a, b, c] = [filesOn(s3), filesOn(s3), filesOn(s3)];
    await create(a);
    await write(a, 0, 6 * MIB);
    expect(await b.files.size(ID)).toBe(6 * MIB);
    await write(b, 6 * MIB, 7 * MIB);
    expect((await a.tus.getUpload(ID)).offset).toBe(7 * MIB);
    await write(a, 7 * MIB, bytes.length);
    expect(Buffer.compare(await read(c), bytes)).toBe(0);
  });

  test('that one node removed are known to no other, finished ones and their notes included', async () => {
    const [a, b] = [filesOn(s3), filesOn(s3)];
    await create(a);
    await write(a, 0, bytes.length);
    await b.tus.getUpload(ID);
    await a.files.remove(ID);
    expect(s3.keys()).toEqual([]);
    await expect(b.tus.getUpload(ID)).rejects.toMatchObject({ status_code: 404 });
  });

  test('that were not finished leave nothing behind when they are removed', async () => {
    const a = filesOn(s3);
    await create(a);
    await write(a, 0, 6 * MIB);
    await a.files.remove(ID);
    expect([s3.keys(), s3.openUploads()]).toEqual([[], 0]);
  });

  test('whose parts are all there when a node is killed are put together by the next one that looks', async () => {
    const a = filesOn(s3);
    await create(a);
    s3.fail({ operation: 'CompleteMultipartUpload', times: 3, how: 'cut-before' });
    await expect(write(a, 0, bytes.length)).rejects.toThrow();
    const b = filesOn(s3);
    expect(await b.files.size(ID)).toBe(bytes.length);
    expect(Buffer.compare(await read(b), bytes)).toBe(0);
  });

  test('are read on from where the connection broke', async () => {
    const a = filesOn(s3);
    await create(a);
    await write(a, 0, bytes.length);
    s3.fail({ operation: 'GetObject', how: 'cut-within' });
    const before = s3.calls('GetObject');
    expect(Buffer.compare(await read(a), bytes)).toBe(0);
    expect(s3.calls('GetObject')).toBe(before + 2);
  });

  test('are not written by a node that has lost their lock', async () => {
    let isHeld = true;
    const a = filesOn(s3, async () => {
      if (!isHeld) throw new Error('the lock is lost');
    });
    await create(a);
    await write(a, 0, 6 * MIB);
    isHeld = false;
    await expect(write(a, 6 * MIB, bytes.length)).rejects.toThrow('the lock is lost');
    expect(await filesOn(s3).files.size(ID)).toBe(6 * MIB);
  });
});
