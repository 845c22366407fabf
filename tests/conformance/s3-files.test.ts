import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createS3Files } from '#server/adapters/s3/files.ts';
import { S3_LIMITS, type S3Limits } from '#server/adapters/s3/limited-client.ts';
import { sweepUnknown } from '#server/submission/upkeep.ts';
import { type S3, startS3 } from '#tests/support/s3-server/server.ts';
import { contentOf, describeFileStore } from './file-store.ts';

const MIB = 1024 * 1024;
const ID = 'c'.repeat(32);
const free = async () => undefined;

function filesOn(
  { url, env }: S3,
  assertHeld: (id: string) => Promise<void> = free,
  lifeMs = 86_400_000,
  limits: S3Limits = S3_LIMITS,
  isUntouched: (id: string) => boolean = () => false,
) {
  const settings = {
    bucket: env.UPLOADS_S3_BUCKET ?? '',
    endpoint: url,
    region: 'ap-southeast-2',
    forcePathStyle: true,
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID ?? '', secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '' },
  };
  return createS3Files({ settings, lifeMs, assertHeld, limits, isUntouched });
}

/** Removes what a register that knows only these does not know; `lifeMs` 0 spares nothing for being young. */
const sweep = (s3: S3, known: readonly string[], lifeMs = 0) =>
  sweepUnknown({
    files: filesOn(s3, free, lifeMs).files,
    uploads: { find: async (id) => (known.includes(id) ? { ...RECORD, id } : undefined) },
  });

const RECORD = { draftId: 'd', slot: 'cv', name: 'a.pdf', type: 'application/pdf', size: 1, createdAt: '' };

describeFileStore('a bucket', async () => {
  const s3 = await startS3({ port: 0, bucket: 'uploads' });
  return { ...filesOn(s3), again: () => filesOn(s3).tus, dispose: () => s3.close() };
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

  test('can be written where the bucket is, and nowhere else', async () => {
    await filesOn(s3).files.assertWritable?.();
    const wrong = { ...s3, env: { ...s3.env, UPLOADS_S3_BUCKET: 'another' } };
    await expect(filesOn(wrong).files.assertWritable?.()).rejects.toThrow();
    const stranger = { ...s3, env: { ...s3.env, AWS_ACCESS_KEY_ID: 'STRANGER' } };
    await expect(filesOn(stranger).files.assertWritable?.()).rejects.toThrow();
  });

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

  test('that another node has gone on with are looked at anew by the one that made them', async () => {
    let isUntouched = true;
    const a = filesOn(s3, free, 86_400_000, S3_LIMITS, () => isUntouched);
    const b = filesOn(s3);
    await create(a);
    const asked = () => s3.calls('GetObject') + s3.calls('HeadObject') + s3.calls('ListParts');
    const before = asked();
    expect((await a.tus.getUpload(ID)).offset).toBe(0);
    expect(asked()).toBe(before);
    await write(b, 0, 6 * MIB);
    isUntouched = false;
    expect((await a.tus.getUpload(ID)).offset).toBe(6 * MIB);
    await write(a, 6 * MIB, bytes.length);
    expect(Buffer.compare(await read(b), bytes)).toBe(0);
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

describe('a bucket that says nothing', () => {
  let s3: S3;
  let node: ReturnType<typeof filesOn>;
  beforeEach(async () => {
    s3 = await startS3({ port: 0, bucket: 'uploads' });
    node = filesOn(s3, free, 86_400_000, { connectMs: 5_000, silenceMs: 600 });
  });
  afterEach(() => s3.close());

  const bytes = randomBytes(11 * MIB + 5);
  const UNAVAILABLE = { code: 'UNAVAILABLE', status: 503 };
  const put = async () => {
    const { tus } = filesOn(s3);
    await tus.create(new Upload({ id: ID, size: bytes.length, offset: 0, metadata: { filename: 'a.pdf' } }));
    await tus.write(Readable.from([bytes]), ID, 0);
  };

  test('is not waited for, whatever is asked, and serves again when it speaks', async () => {
    await put();
    const asks = {
      GetObject: () => contentOf(node.files, ID),
      PutObject: () => node.files.assertWritable?.(),
      CreateMultipartUpload: () => node.tus.create(new Upload({ id: 'd'.repeat(32), size: 5, offset: 0 })),
    } as const;
    for (const [operation, ask] of Object.entries(asks)) {
      s3.fail({ operation: operation as keyof typeof asks, times: 3, how: 'hang' });
      await expect(ask(), operation).rejects.toMatchObject(UNAVAILABLE);
    }
    expect((await node.tus.getUpload(ID)).offset).toBe(bytes.length);
  });

  test('takes no part of a document: what was there before stays, and the rest is taken when it speaks', async () => {
    // Who is not looked at has all the time for its answer: here the bucket and its readers share one process.
    const patient = filesOn(s3);
    await patient.tus.create(new Upload({ id: ID, size: bytes.length, offset: 0, metadata: { filename: 'a.pdf' } }));
    await patient.tus.write(Readable.from([bytes.subarray(0, 5 * MIB)]), ID, 0);
    s3.fail({ operation: 'UploadPart', how: 'hang' });
    const rest = Readable.from([bytes.subarray(5 * MIB)]);
    await expect(node.tus.write(rest, ID, 5 * MIB)).rejects.toMatchObject(UNAVAILABLE);
    const { offset } = await patient.tus.getUpload(ID);
    await patient.tus.write(Readable.from([bytes.subarray(offset)]), ID, offset);
    expect(Buffer.compare(await contentOf(patient.files, ID), bytes)).toBe(0);
  });

  test('in the middle of a document ends its reader, and no reader who takes their time', async () => {
    await put();
    const slow = node.files.open(ID)[Symbol.asyncIterator]();
    const blocks = [(await slow.next()).value];
    const before = s3.calls('GetObject');
    s3.fail({ operation: 'GetObject', how: 'hang-within' });
    // Takes as long as the limit on silence: so long the slow one reads nothing.
    await expect(contentOf(node.files, ID)).rejects.toMatchObject(UNAVAILABLE);
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
  const put = async (id: string, count: number, node = filesOn(s3)) => {
    await node.tus.create(new Upload({ id, size: bytes.length, offset: 0, metadata: { filename: 'a.pdf' } }));
    if (count > 0) await node.tus.write(Readable.from([bytes.subarray(0, count)]), id, 0);
  };
  const left = () => [s3.keys(), s3.openUploads()];

  test('uploads that were struck off and not removed: begun, half, whole', async () => {
    const [begun = '', half = '', whole = ''] = IDS;
    await put(begun, 0);
    await put(half, 5 * MIB + 7);
    await put(whole, bytes.length);
    expect(await sweep(s3, [])).toBeGreaterThanOrEqual(3);
    expect(left()).toEqual([[], 0]);
  });

  test('an upload that was begun when its notes could not be written any more', async () => {
    s3.fail({ operation: 'PutObject', times: 3, how: 'cut-before' });
    await expect(put(ID, 0)).rejects.toThrow();
    expect(left()).toEqual([[], 1]);
    await sweep(s3, []);
    expect(left()).toEqual([[], 0]);
  });

  test('the rest of an upload whose removal broke off in the middle', async () => {
    await put(ID, 5 * MIB + 7);
    s3.fail({ operation: 'DeleteObjects', times: 3, how: 'cut-before' });
    await expect(filesOn(s3).files.remove(ID)).rejects.toThrow();
    expect(s3.keys()).not.toEqual([]);
    await sweep(s3, []);
    expect(left()).toEqual([[], 0]);
  });

  test('what is registered stays, page after page, and can be gone on with and read', async () => {
    const [begun = '', half = '', whole = ''] = IDS;
    await put(begun, 0);
    await put(half, 5 * MIB + 7);
    await put(whole, bytes.length);
    const before = left();
    expect(await sweep(s3, IDS)).toBe(0);
    expect(left()).toEqual(before);
    expect((await filesOn(s3).tus.getUpload(half)).offset).toBe(5 * MIB + 7);
  });

  test('what is younger than a day stays, whoever registered it', async () => {
    await put(ID, bytes.length);
    expect(await sweep(s3, [], 86_400_000)).toBe(0);
    expect(await filesOn(s3).files.size(ID)).toBe(bytes.length);
  });

  test('what somebody else keeps in the bucket stays', async () => {
    await filesOn(s3).tus.create(new Upload({ id: 'logo', size: 5, offset: 0 }));
    expect(await sweep(s3, [])).toBe(0);
    expect(left()).toEqual([['logo.info'], 1]);
  });
});
