import type { S3Store } from '@tus/s3-store';

/** What a bucket says of one thing that lies in it. */
export interface Listed {
  readonly key: string;
  readonly since: Date;
  /** Of a multipart upload that was begun and not finished. */
  readonly uploadId?: string;
}

interface Bucket {
  readonly client: S3Store['client'];
  readonly bucket: string;
}

/** Every object, in the order of their keys; pages are asked for one after another. */
export async function* listObjects({ client, bucket: Bucket }: Bucket): AsyncGenerator<Listed> {
  for (let ContinuationToken: string | undefined, isMore = true; isMore; ) {
    const page = await client.listObjectsV2({ Bucket, ContinuationToken });
    for (const { Key: key, LastModified } of page.Contents ?? []) {
      if (key !== undefined) yield { key, since: LastModified ?? new Date(0) };
    }
    ContinuationToken = page.NextContinuationToken;
    isMore = ContinuationToken !== undefined;
  }
}

/** Every multipart upload that is not finished, of keys that begin like that. */
export async function* listUnfinished({ client, bucket: Bucket }: Bucket, Prefix = ''): AsyncGenerator<Listed> {
  for (let from = {}, isMore = true; isMore; ) {
    const page = await client.listMultipartUploads({ Bucket, Prefix, ...from });
    for (const { Key: key, UploadId: uploadId, Initiated } of page.Uploads ?? []) {
      if (key !== undefined && uploadId !== undefined) yield { key, uploadId, since: Initiated ?? new Date(0) };
    }
    from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    isMore = page.IsTruncated === true;
  }
}
