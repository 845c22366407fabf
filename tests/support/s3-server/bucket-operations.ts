import type { Operation } from './operation.ts';
import { receiveText } from './receive.ts';
import { textsOf, toXml } from './xml.ts';

export const headBucket: Operation = () => ({ status: 200 });

export const deleteObjects: Operation = async ({ request, bucket }) => {
  const body = await receiveText(request);
  const keys = textsOf(body, 'Key');
  for (const key of keys) await bucket.delete(key);
  const quiet = textsOf(body, 'Quiet').includes('true');
  const content = { Deleted: quiet ? [] : keys.map((Key) => ({ Key })) };
  return { status: 200, xml: toXml('DeleteResult', content) };
};

/** ListObjectsV2, without delimiters: the product does not fold keys into folders. */
export const listObjects: Operation = ({ bucket, bucketName, query, pageSize }) => {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const most = Math.min(Number(query.get('max-keys') ?? pageSize), pageSize);
  const ahead = bucket.objects().filter(({ key }) => key.startsWith(prefix) && key > after);
  const page = ahead.slice(0, most);
  const truncated = page.length < ahead.length;
  const content = {
    Name: bucketName,
    Prefix: prefix,
    KeyCount: page.length,
    MaxKeys: most,
    IsTruncated: truncated,
    NextContinuationToken: truncated ? page.at(-1)?.key : undefined,
    Contents: page.map(({ key, lastModified, etag, size }) => ({
      Key: key,
      LastModified: lastModified.toISOString(),
      ETag: etag,
      Size: size,
      StorageClass: 'STANDARD',
    })),
  };
  return { status: 200, xml: toXml('ListBucketResult', content) };
};

export const listMultipartUploads: Operation = ({ bucket, bucketName, query, pageSize }) => {
  const keyMarker = query.get('key-marker') ?? '';
  const idMarker = query.get('upload-id-marker');
  const most = Math.min(Number(query.get('max-uploads') ?? pageSize), pageSize);
  const prefix = query.get('prefix') ?? '';
  const all = bucket.uploads().filter(({ key }) => key.startsWith(prefix));
  const last = all.findIndex(({ key, id }) => key === keyMarker && id === idMarker);
  const ahead = last < 0 ? all.filter(({ key }) => key > keyMarker) : all.slice(last + 1);
  const page = ahead.slice(0, most);
  const truncated = page.length < ahead.length;
  const content = {
    Bucket: bucketName,
    KeyMarker: keyMarker,
    UploadIdMarker: idMarker ?? '',
    NextKeyMarker: truncated ? page.at(-1)?.key : undefined,
    NextUploadIdMarker: truncated ? page.at(-1)?.id : undefined,
    MaxUploads: most,
    IsTruncated: truncated,
    Upload: page.map(({ key, id, initiated }) => ({
      Key: key,
      UploadId: id,
      Initiated: initiated.toISOString(),
      StorageClass: 'STANDARD',
    })),
  };
  return { status: 200, xml: toXml('ListMultipartUploadsResult', content) };
};
