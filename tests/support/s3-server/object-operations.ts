import { createReadStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Attributes, StoredObject } from './bucket.ts';
import type { Operation } from './operation.ts';
import { receiveBody } from './receive.ts';
import { S3Error } from './s3-error.ts';

const KEPT = /^(content-type|cache-control|content-disposition|x-amz-meta-.+|x-amz-tagging)$/;

/** The headers of a request that belong to the object. */
export function attributesFrom(headers: IncomingHttpHeaders): Attributes {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (KEPT.test(name) && value ? [[name, String(value)]] : [])),
  );
}

export const putObject: Operation = async ({ request, bucket, key, headers }) => {
  const body = await receiveBody(request, bucket.dir);
  const object = await bucket.put(key, body, attributesFrom(headers));
  return { status: 200, headers: { etag: object.etag } };
};

export const deleteObject: Operation = async ({ bucket, key }) => {
  await bucket.delete(key);
  return { status: 204 };
};

export const headObject: Operation = ({ bucket, key }) => {
  const object = bucket.object(key);
  return { status: 200, headers: { ...describe(object), 'content-length': object.size } };
};

/** Streams the whole object or the requested range. */
export const getObject: Operation = async ({ bucket, key, headers, response }) => {
  const object = bucket.object(key);
  const range = rangeOf(headers.range, object.size);
  const { start, end } = range ?? { start: 0, end: object.size - 1 };
  response.writeHead(range ? 206 : 200, {
    ...describe(object),
    'content-length': end - start + 1,
    ...(range && { 'content-range': `bytes ${start}-${end}/${object.size}` }),
  });
  if (end < start) response.end();
  else await pipeline(createReadStream(object.file, { start, end }), response);
  return undefined;
};

function describe(object: StoredObject): Record<string, string> {
  const { 'x-amz-tagging': tags, ...attributes } = object.attributes;
  return {
    'content-type': 'application/octet-stream',
    ...attributes,
    ...(tags && { 'x-amz-tagging-count': String(tags.split('&').length) }),
    etag: object.etag,
    'last-modified': object.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
  };
}

/** The bytes of `bytes=a-b`, `bytes=a-` or `bytes=-n`, both ends included; undefined for the whole object. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable.');
  return { start, end };
}
