import type { S3 } from '@aws-sdk/client-s3';

/** A part of an upload that is not finished, as S3 names its facts. */
export interface StoredPart {
  readonly PartNumber?: number | undefined;
  readonly ETag?: string | undefined;
  readonly Size?: number | undefined;
  readonly LastModified?: Date | undefined;
}

/** What a bucket says of one thing that lies in it. */
export interface Listed {
  readonly key: string;
  readonly since: Date;
  /** Of a multipart upload that was begun and not finished. */
  readonly uploadId?: string;
}

export interface Bucket {
  readonly client: S3;
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

/**
 * The parts of an upload that is not finished, in their order: only those that follow each other from the first on, since
 * what comes after a gap is not where its number says. Rejects where there is no such upload, or not any more.
 */
export async function listParts(
  { client, bucket: Bucket }: Bucket,
  id: string,
  uploadId: string,
): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  const upload = { Bucket, Key: id, UploadId: uploadId };
  for (let from = {}, isMore = true; isMore; ) {
    const page = await client.listParts({ ...upload, ...from });
    parts.push(...(page.Parts ?? []));
    from = { PartNumberMarker: page.NextPartNumberMarker };
    isMore = page.IsTruncated === true;
  }
  parts.sort((one, other) => (one.PartNumber ?? 0) - (other.PartNumber ?? 0));
  const gap = parts.findIndex(({ PartNumber }, i) => PartNumber !== i + 1);
  return gap === -1 ? parts : parts.slice(0, gap);
}
