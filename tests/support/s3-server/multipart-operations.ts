import { attributesFrom } from './object-operations.ts';
import type { Operation, S3Call } from './operation.ts';
import { receiveBody, receiveText } from './receive.ts';
import { S3Error } from './s3-error.ts';
import { insidesOf, textsOf, toXml } from './xml.ts';

export const createMultipartUpload: Operation = ({ bucket, bucketName, key, headers }) => {
  const upload = bucket.createUpload(key, attributesFrom(headers));
  const content = { Bucket: bucketName, Key: key, UploadId: upload.id };
  return { status: 200, xml: toXml('InitiateMultipartUploadResult', content) };
};

export const uploadPart: Operation = async (call) => {
  const number = Number(call.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new S3Error(400, 'InvalidArgument', 'Part number must be an integer between 1 and 10000.');
  }
  const body = await receiveBody(call.request, call.bucket.dir);
  const part = await call.bucket.putPart(call.key, uploadIdOf(call), number, body);
  return { status: 200, headers: { etag: part.etag } };
};

export const listParts: Operation = (call) => {
  const { bucketName, key, query, pageSize } = call;
  const upload = call.bucket.upload(key, uploadIdOf(call));
  const marker = Number(query.get('part-number-marker') ?? 0);
  const most = Math.min(Number(query.get('max-parts') ?? pageSize), pageSize);
  const ahead = [...upload.parts.values()].filter(({ number }) => number > marker).sort((a, b) => a.number - b.number);
  const page = ahead.slice(0, most);
  const truncated = page.length < ahead.length;
  const content = {
    Bucket: bucketName,
    Key: key,
    UploadId: upload.id,
    PartNumberMarker: marker,
    NextPartNumberMarker: truncated ? page.at(-1)?.number : undefined,
    MaxParts: most,
    IsTruncated: truncated,
    Part: page.map(({ number, lastModified, etag, size }) => ({
      PartNumber: number,
      LastModified: lastModified.toISOString(),
      ETag: etag,
      Size: size,
    })),
  };
  return { status: 200, xml: toXml('ListPartsResult', content) };
};

export const completeMultipartUpload: Operation = async (call) => {
  const body = await receiveText(call.request);
  const parts = insidesOf(body, 'Part').map((part) => {
    const [number] = textsOf(part, 'PartNumber');
    const [etag = ''] = textsOf(part, 'ETag');
    return { number: Number(number), etag };
  });
  const object = await call.bucket.completeUpload(call.key, uploadIdOf(call), parts);
  const location = `/${call.bucketName}/${encodeURIComponent(call.key)}`;
  const content = { Location: location, Bucket: call.bucketName, Key: call.key, ETag: object.etag };
  return { status: 200, xml: toXml('CompleteMultipartUploadResult', content) };
};

export const abortMultipartUpload: Operation = async (call) => {
  await call.bucket.abortUpload(call.key, uploadIdOf(call));
  return { status: 204 };
};

const uploadIdOf = ({ query }: S3Call) => query.get('uploadId') ?? '';
