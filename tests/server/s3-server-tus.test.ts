/** @module-tag slow */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '#tests/support/pdf.ts';
import { type S3, startS3 } from '#tests/support/s3-server/server.ts';
import { create, offsetOf, patch, remove, startTus, type TusNode } from './s3-client.ts';

const MIB = 1024 * 1024;

let s3: S3;
let node: TusNode;
beforeEach(async () => {
  s3 = await startS3({ port: 0, bucket: 'uploads', pageSize: 2 });
  node = await startTus(s3);
});
afterEach(async () => {
  await node.close();
  await s3.close();
});

const bytesOf = (size: number) => Uint8Array.from(randomBytes(size));
const idOf = (path: string) => path.split('/').at(-1) ?? '';
const stored = async (from: TusNode, path: string) =>
  sha256(await buffer((await from.store.read(idOf(path))) as Readable));

describe('the tus S3 store on the test S3 server', () => {
  test('a small file in one piece', async () => {
    const bytes = bytesOf(1_000);
    const path = await create(node, bytes.length);
    expect((await patch(node, path, 0, bytes)).status).toBe(204);
    expect(await stored(node, path)).toBe(sha256(bytes));
    expect(s3.keys()).toEqual([idOf(path), `${idOf(path)}.info`]);
    expect(s3.openUploads()).toBe(0);
  });

  test('an empty file', async () => {
    const path = await create(node, 0);
    expect(await offsetOf(node, path)).toBe(0);
  });

  test('a file of several parts and pages of parts, sent in uneven pieces', async () => {
    const bytes = bytesOf(17 * MIB + 11);
    const path = await create(node, bytes.length);
    let offset = 0;
    for (const size of [3, 7 * MIB, 100_000, 6 * MIB + 1, 17 * MIB]) {
      const response = await patch(node, path, offset, bytes.slice(offset, offset + size));
      expect(response.status).toBe(204);
      offset = Math.min(bytes.length, offset + size);
      expect(Number(response.headers.get('upload-offset'))).toBe(offset);
      expect(await offsetOf(node, path)).toBe(offset);
    }
    expect(await stored(node, path)).toBe(sha256(bytes));
  });

  test('an upload begun on one node goes on at another, from the offset it is told', async () => {
    const other = await startTus(s3);
    const bytes = bytesOf(6 * MIB);
    const path = await create(node, bytes.length);
    await patch(node, path, 0, bytes.slice(0, 1_000));
    const offset = await offsetOf(other, path);
    expect(offset).toBe(1_000);
    await patch(other, path, offset, bytes.slice(offset));
    expect(await offsetOf(node, path)).toBe(bytes.length);
    expect(await stored(node, path)).toBe(sha256(bytes));
    await other.close();
  });

  test('a PATCH that breaks off is resumed from what was kept', async () => {
    const bytes = bytesOf(12 * MIB);
    const path = await create(node, bytes.length);
    const broken = new ReadableStream({
      pull(controller) {
        controller.enqueue(bytes.slice(0, 7 * MIB));
        controller.error(new Error('the cable'));
      },
    });
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    };
    const call = { method: 'PATCH', headers, body: broken, duplex: 'half' } as const;
    await expect(fetch(`${node.url}${path}`, call)).rejects.toThrow();
    const offset = await offsetOf(node, path);
    expect(offset).toBeGreaterThanOrEqual(0);
    expect((await patch(node, path, offset, bytes.slice(offset))).status).toBe(204);
    expect(await stored(node, path)).toBe(sha256(bytes));
  });

  test('storage that fails while an upload is made is asked again', async () => {
    s3.fail({ operation: 'CreateMultipartUpload', how: 'error' });
    s3.fail({ operation: 'PutObject', how: 'cut-before' });
    expect(await offsetOf(node, await create(node, 1_000))).toBe(0);
    expect([s3.calls('CreateMultipartUpload'), s3.calls('PutObject')]).toEqual([2, 2]);
  });

  test('storage that fails within a PATCH costs only that PATCH', async () => {
    s3.fail({ operation: 'UploadPart', how: 'error' });
    const bytes = bytesOf(2_000);
    const path = await create(node, bytes.length);
    expect((await patch(node, path, 0, bytes)).status).toBe(500);
    expect(await offsetOf(node, path)).toBe(0);
    expect((await patch(node, path, 0, bytes)).status).toBe(204);
    expect(await stored(node, path)).toBe(sha256(bytes));
  });

  test('a part whose answer was lost counts, and an empty PATCH at the end completes the file', async () => {
    s3.fail({ operation: 'UploadPart', how: 'cut-after' });
    const bytes = bytesOf(2_000);
    const path = await create(node, bytes.length);
    expect((await patch(node, path, 0, bytes)).status).toBe(500);
    expect(await offsetOf(node, path)).toBe(bytes.length);
    expect(s3.openUploads()).toBe(1);
    expect((await patch(node, path, bytes.length, new Uint8Array(0))).status).toBe(204);
    expect(await stored(node, path)).toBe(sha256(bytes));
  });

  test('deleting an unfinished upload leaves nothing behind', async () => {
    const path = await create(node, 1_000);
    await patch(node, path, 0, bytesOf(10));
    expect((await remove(node, path)).status).toBe(204);
    expect([s3.openUploads(), await offsetOf(node, path)]).toEqual([0, Number.NaN]);
  });

  test('expired uploads are found and aborted, page by page', async () => {
    const expiring = await startTus(s3, { expirationPeriodInMilliseconds: 1 });
    for (let index = 0; index < 5; index += 1) await create(expiring, 1_000);
    expect(s3.openUploads()).toBe(5);
    await expect.poll(() => expiring.store.deleteExpired().then(() => s3.openUploads())).toBe(0);
    expect(s3.keys()).toEqual([]);
    await expiring.close();
  });
});
