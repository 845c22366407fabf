import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AwsChunkedDecoder } from '#tests/support/s3-server/aws-chunked.ts';
import { type S3, startS3 } from '#tests/support/s3-server/server.ts';

let s3: S3;
beforeAll(async () => {
  s3 = await startS3({ port: 0, bucket: 'uploads', pageSize: 3, minPartSize: 5 });
});
afterAll(() => s3.close());

const signed = () => ({
  authorization: `AWS4-HMAC-SHA256 Credential=${s3.env.AWS_ACCESS_KEY_ID}/20260101/ap-southeast-2/s3/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`,
});

function call(method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  const init = { method, headers: { ...signed(), ...headers }, ...(body !== undefined && { body }) };
  return fetch(`${s3.url}/uploads${path}`, init);
}

const put = (key: string, body: BodyInit, headers?: Record<string, string>) => call('PUT', `/${key}`, body, headers);
const get = (key: string, headers?: Record<string, string>) => call('GET', `/${key}`, undefined, headers);
const texts = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => text);

/** The status and the S3 code of a refusal. */
async function refusal(response: Promise<Response>): Promise<[number, string | undefined]> {
  const answer = await response;
  return [answer.status, texts(await answer.text(), 'Code')[0]];
}

describe('objects', () => {
  test('come back as they were put, with type, metadata, size and MD5', async () => {
    const headers = { 'content-type': 'application/pdf', 'x-amz-meta-upload-id': 'u1', 'x-amz-tagging': 'a=1&b=2' };
    const etag = (await put('one', 'hello', headers)).headers.get('etag');
    const read = await get('one');
    expect([read.status, await read.text()]).toEqual([200, 'hello']);
    expect(etag).toBe(`"${createHash('md5').update('hello').digest('hex')}"`);
    const head = await call('HEAD', '/one');
    for (const { headers: sent } of [read, head]) {
      expect(Object.fromEntries(sent)).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': '5',
        'x-amz-meta-upload-id': 'u1',
        'x-amz-tagging-count': '2',
        etag,
      });
    }
  });

  test('are replaced whole, may be empty, and their keys may hold anything', async () => {
    const key = 'folder/größe <&> "x".pdf';
    await put(encodeURIComponent(key), 'first');
    await put(encodeURIComponent(key), '');
    expect(await (await get(encodeURIComponent(key))).text()).toBe('');
    expect(s3.keys()).toContain(key);
    const listed = await (await call('GET', `?list-type=2&prefix=${encodeURIComponent('folder/')}`)).text();
    expect(texts(listed, 'Key')).toEqual(['folder/größe &lt;&amp;&gt; &quot;x&quot;.pdf']);
    const list = '<Delete><Object><Key>folder/größe &lt;&amp;&gt; &quot;x&quot;.pdf</Key></Object></Delete>';
    expect(texts(await (await call('POST', '?delete', list)).text(), 'Key')).toHaveLength(1);
    expect(s3.keys()).not.toContain(key);
  });

  test.each([
    ['bytes=2-4', 206, 'cde', 'bytes 2-4/10'],
    ['bytes=7-', 206, 'hij', 'bytes 7-9/10'],
    ['bytes=-2', 206, 'ij', 'bytes 8-9/10'],
    ['bytes=8-99', 206, 'ij', 'bytes 8-9/10'],
    ['lines=1-2', 200, 'abcdefghij', null],
  ])('range %s', async (range, status, text, contentRange) => {
    await put('letters', 'abcdefghij');
    const response = await get('letters', { range });
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ]);
  });

  test('a range beyond the end is refused', async () => {
    await put('letters', 'abcdefghij');
    expect(await refusal(get('letters', { range: 'bytes=10-' }))).toEqual([416, 'InvalidRange']);
  });

  test('what is not there is 404 to read, and fine to delete', async () => {
    expect(await refusal(get('nothing'))).toEqual([404, 'NoSuchKey']);
    expect((await call('HEAD', '/nothing')).status).toBe(404);
    expect((await call('DELETE', '/nothing')).status).toBe(204);
  });

  test('lists come in the order of keys, page by page', async () => {
    for (const key of ['page/c', 'page/a', 'page/b', 'page/d']) await put(encodeURIComponent(key), key);
    const first = await (await call('GET', '?list-type=2&prefix=page/')).text();
    const [token = ''] = texts(first, 'NextContinuationToken');
    const second = await (await call('GET', `?list-type=2&prefix=page/&continuation-token=${token}`)).text();
    expect([texts(first, 'Key'), texts(second, 'Key')]).toEqual([['page/a', 'page/b', 'page/c'], ['page/d']]);
    expect([texts(first, 'IsTruncated'), texts(second, 'IsTruncated')]).toEqual([['true'], ['false']]);
  });
});

describe('multipart uploads', () => {
  const begin = async (key: string) => texts(await (await call('POST', `/${key}?uploads`)).text(), 'UploadId')[0] ?? '';
  const part = async (key: string, id: string, number: number, body: string) =>
    (await put(`${key}?partNumber=${number}&uploadId=${id}`, body)).headers.get('etag') ?? '';
  const complete = (key: string, id: string, parts: [number, string][]) => {
    const inside = parts.map(([n, etag]) => `<Part><ETag>${etag}</ETag><PartNumber>${n}</PartNumber></Part>`).join('');
    return call('POST', `/${key}?uploadId=${id}`, `<CompleteMultipartUpload>${inside}</CompleteMultipartUpload>`);
  };

  test('parts are joined in the order of their numbers, and the upload is gone', async () => {
    const id = await begin('joined');
    const second = await part('joined', id, 2, 'world');
    const first = await part('joined', id, 1, 'hello ');
    expect(
      (
        await complete('joined', id, [
          [1, first],
          [2, second],
        ])
      ).status,
    ).toBe(200);
    const object = await get('joined');
    expect(await object.text()).toBe('hello world');
    expect(object.headers.get('etag')).toMatch(/^"[0-9a-f]{32}-2"$/);
    expect(await refusal(call('GET', `/joined?uploadId=${id}`))).toEqual([404, 'NoSuchUpload']);
    expect(await refusal(call('DELETE', `/joined?uploadId=${id}`))).toEqual([404, 'NoSuchUpload']);
    expect(await refusal(put(`joined?partNumber=3&uploadId=${id}`, 'late'))).toEqual([404, 'NoSuchUpload']);
  });

  test('parts are listed page by page, a repeated number once', async () => {
    const id = await begin('listed');
    for (const number of [4, 1, 3, 2, 2]) await part('listed', id, number, `part ${number}`);
    const first = await (await call('GET', `/listed?uploadId=${id}`)).text();
    const [marker = ''] = texts(first, 'NextPartNumberMarker');
    const second = await (await call('GET', `/listed?uploadId=${id}&part-number-marker=${marker}`)).text();
    expect([texts(first, 'PartNumber'), texts(second, 'PartNumber')]).toEqual([['1', '2', '3'], ['4']]);
    expect(texts(first, 'Size')).toEqual(['6', '6', '6']);
  });

  test('a wrong ETag, a wrong order, no parts and a short part in the middle are refused, and nothing is lost', async () => {
    const id = await begin('refused');
    const good = await part('refused', id, 1, 'long enough');
    const short = await part('refused', id, 2, 'four');
    const last = await part('refused', id, 3, 'end');
    expect(await refusal(complete('refused', id, [[1, '"0"']]))).toEqual([400, 'InvalidPart']);
    expect(
      await refusal(
        complete('refused', id, [
          [3, last],
          [1, good],
        ]),
      ),
    ).toEqual([400, 'EntityTooSmall']);
    expect(
      await refusal(
        complete('refused', id, [
          [1, good],
          [1, good],
        ]),
      ),
    ).toEqual([400, 'InvalidPartOrder']);
    expect(
      await refusal(
        complete('refused', id, [
          [1, good],
          [2, short],
          [3, last],
        ]),
      ),
    ).toEqual([400, 'EntityTooSmall']);
    expect(await refusal(complete('refused', id, []))).toEqual([400, 'MalformedXML']);
    expect(await refusal(put(`refused?partNumber=0&uploadId=${id}`, 'x'))).toEqual([400, 'InvalidArgument']);
    expect(
      (
        await complete('refused', id, [
          [1, good],
          [3, last],
        ])
      ).status,
    ).toBe(200);
  });

  test('open uploads are listed page by page, and aborting one removes its bytes', async () => {
    const ids = [];
    for (const key of ['open-a', 'open-b', 'open-b', 'open-c']) ids.push(await begin(key));
    await part('open-a', ids[0] ?? '', 1, 'bytes');
    const first = await (await call('GET', '?uploads')).text();
    const markers = `key-marker=${texts(first, 'NextKeyMarker')[0]}&upload-id-marker=${texts(first, 'NextUploadIdMarker')[0]}`;
    const second = await (await call('GET', `?uploads&${markers}`)).text();
    const listed = [...texts(first, 'UploadId'), ...texts(second, 'UploadId')];
    expect(new Set(listed)).toEqual(new Set([...listed, ...ids]));
    expect(listed).toHaveLength(s3.openUploads());
    expect((await call('DELETE', `/open-a?uploadId=${ids[0]}`)).status).toBe(204);
    expect(await refusal(call('DELETE', `/open-a?uploadId=${ids[0]}`))).toEqual([404, 'NoSuchUpload']);
  });
});

describe('bodies', () => {
  const crcOf = (text: string) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc32(text));
    return bytes.toString('base64');
  };
  const CHUNKED = {
    'content-encoding': 'aws-chunked',
    'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
    'x-amz-trailer': 'x-amz-checksum-crc32',
  };
  const framed = (text: string, checksum: string) =>
    `${text.length.toString(16)}\r\n${text}\r\n0\r\nx-amz-checksum-crc32:${checksum}\r\n\r\n`;

  test('in aws-chunked are unwrapped, and their trailing checksum is checked', async () => {
    expect((await put('chunked', framed('hello', crcOf('hello')), CHUNKED)).status).toBe(200);
    expect(await (await get('chunked')).text()).toBe('hello');
    expect(await refusal(put('wrong', framed('hello', crcOf('other')), CHUNKED))).toEqual([400, 'BadDigest']);
    const length = { ...CHUNKED, 'x-amz-decoded-content-length': '6' };
    expect(await refusal(put('wrong', framed('hello', crcOf('hello')), length))).toEqual([400, 'IncompleteBody']);
  });

  test('that do not match a checksum in the headers are refused and not kept', async () => {
    const md5 = createHash('md5').update('other').digest('base64');
    expect(await refusal(put('wrong', 'hello', { 'content-md5': md5 }))).toEqual([400, 'BadDigest']);
    expect(await refusal(put('wrong', 'hello', { 'x-amz-checksum-crc32': crcOf('other') }))).toEqual([
      400,
      'BadDigest',
    ]);
    const sha256 = createHash('sha256').update('other').digest('hex');
    expect(await refusal(put('wrong', 'hello', { 'x-amz-content-sha256': sha256 }))).toEqual([400, 'BadDigest']);
    expect(s3.keys()).not.toContain('wrong');
  });

  test('are unwrapped the same however the network cuts them, signed chunks too', async () => {
    const bytes = randomBytes(70);
    const chunk = (part: Buffer) =>
      Buffer.concat([
        Buffer.from(`${part.length.toString(16)};chunk-signature=${'a'.repeat(64)}\r\n`),
        part,
        Buffer.from('\r\n'),
      ]);
    const body = Buffer.concat([
      chunk(bytes.subarray(0, 64)),
      chunk(bytes.subarray(64)),
      Buffer.from('0\r\nx-a: b\r\n\r\n'),
    ]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(body.length), { maxLength: 12 }), async (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), body.length];
        const pieces = places.slice(1).map((end, index) => body.subarray(places[index], end));
        const decoder = new AwsChunkedDecoder();
        expect(await buffer(Readable.from(pieces.filter(({ length }) => length > 0)).pipe(decoder))).toEqual(bytes);
        expect(decoder.trailers).toEqual(new Map([['x-a', 'b']]));
      }),
    );
  });

  test('cut short in aws-chunked are an error, never a shorter object', async () => {
    for (const body of ['', '5\r\nhel', '5\r\nhello', '5\r\nhello\r\n', '5\r\nhello!\r\n0\r\n\r\n', 'no size\r\n']) {
      const decoder = new AwsChunkedDecoder();
      decoder.end(body);
      await expect(buffer(decoder)).rejects.toThrow();
    }
  });
});

describe('callers', () => {
  test('without a signature, or with another key, are refused', async () => {
    expect(await refusal(fetch(`${s3.url}/uploads/one`))).toEqual([403, 'AccessDenied']);
    const authorization = signed().authorization.replace(s3.env.AWS_ACCESS_KEY_ID ?? '', 'somebody');
    expect(await refusal(call('GET', '/one', undefined, { authorization }))).toEqual([403, 'InvalidAccessKeyId']);
  });

  test('hear of another bucket that it is not there, and of other operations that they are unknown', async () => {
    expect(await refusal(fetch(`${s3.url}/other/one`, { headers: signed() }))).toEqual([404, 'NoSuchBucket']);
    expect((await call('HEAD', '')).status).toBe(200);
    expect(await refusal(call('GET', '?acl'))).toEqual([501, 'NotImplemented']);
  });

  test('find nothing left on disk when the server has ended', async () => {
    const other = await startS3({ port: 0, bucket: 'b' });
    await fetch(`${other.url}/b/key`, { method: 'PUT', body: 'bytes', headers: signed() });
    expect(await readdir(other.dir)).toHaveLength(1);
    await other.close();
    expect(existsSync(other.dir)).toBe(false);
  });
});
