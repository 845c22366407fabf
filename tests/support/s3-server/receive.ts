import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { AwsChunkedDecoder } from './aws-chunked.ts';
import { S3Error } from './s3-error.ts';

/** A complete body, in its own file. */
export interface StoredBody {
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly md5: string;
}

/**
 * Streams a request's body into a new file of `dir`. Decodes aws-chunked, and checks the length and every checksum in
 * the request (CRC-32, Content-MD5, SHA-256). If one is wrong, throws S3Error and leaves no file.
 */
export async function receiveBody(request: IncomingMessage, dir: string): Promise<StoredBody> {
  const file = path.join(dir, randomUUID());
  const measure = measuring();
  const { decoder, trailers } = decoderFor(request);
  try {
    await pipeline(request, decoder, measure.stream, createWriteStream(file, { flags: 'wx' }));
    const sums = measure.end();
    check(request, trailers, sums);
    return { file, size: sums.size, md5: sums.md5.toString('hex') };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** A small body as text, decoded and checked in the same way but kept in memory. */
export async function receiveText(request: IncomingMessage): Promise<string> {
  const measure = measuring();
  const { decoder, trailers } = decoderFor(request);
  const chunks: Buffer[] = [];
  await pipeline(request, decoder, measure.stream, async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) chunks.push(chunk);
  });
  check(request, trailers, measure.end());
  return Buffer.concat(chunks).toString('utf8');
}

interface Sums {
  readonly size: number;
  readonly crc32: Buffer;
  readonly md5: Buffer;
  readonly sha256: Buffer;
}

function decoderFor(request: IncomingMessage): { decoder: Transform; trailers: ReadonlyMap<string, string> } {
  if (!isChunked(request)) return { decoder: new PassThrough(), trailers: new Map() };
  const decoder = new AwsChunkedDecoder();
  return { decoder, trailers: decoder.trailers };
}

const isChunked = ({ headers }: IncomingMessage) =>
  headers['content-encoding']?.includes('aws-chunked') === true ||
  String(headers['x-amz-content-sha256']).startsWith('STREAMING-');

function measuring(): { stream: Transform; end(): Sums } {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  let crc = 0;
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      size += chunk.length;
      crc = crc32(chunk, crc);
      md5.update(chunk);
      sha256.update(chunk);
      callback(null, chunk);
    },
  });
  const end = () => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc);
    return { size, crc32: bytes, md5: md5.digest(), sha256: sha256.digest() };
  };
  return { stream, end };
}

function check(request: IncomingMessage, trailers: ReadonlyMap<string, string>, sums: Sums): void {
  const sent = (name: string) => trailers.get(name) ?? request.headers[name];
  const length = request.headers[isChunked(request) ? 'x-amz-decoded-content-length' : 'content-length'];
  if (length !== undefined && Number(length) !== sums.size) {
    throw new S3Error(400, 'IncompleteBody', 'The body is not as long as it said.');
  }
  const promised: [string | string[] | undefined, string][] = [
    [sent('x-amz-checksum-crc32'), sums.crc32.toString('base64')],
    [sent('x-amz-checksum-sha256'), sums.sha256.toString('base64')],
    [sent('content-md5'), sums.md5.toString('base64')],
  ];
  const hash = String(request.headers['x-amz-content-sha256']);
  if (/^[0-9a-f]{64}$/.test(hash)) promised.push([hash, sums.sha256.toString('hex')]);
  if (promised.some(([wanted, found]) => wanted !== undefined && wanted !== found)) {
    throw new S3Error(400, 'BadDigest', 'A checksum does not match what was received.');
  }
}
