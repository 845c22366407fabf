import {
  type _Object,
  type MultipartUpload,
  type Part,
  paginateListObjectsV2,
  paginateListParts,
  type S3,
} from '@aws-sdk/client-s3';

export interface Bucket {
  readonly client: S3;
  readonly bucket: string;
}

/** Every object, by key. */
export async function* listObjects({ client, bucket: Bucket }: Bucket): AsyncGenerator<_Object> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) yield* Contents;
}

/** Every unfinished multipart upload whose key has the prefix. The SDK has no paginator for these. */
export async function* listUnfinished(
  { client, bucket: Bucket }: Bucket,
  Prefix = '',
): AsyncGenerator<MultipartUpload> {
  for (let from = {}, isMore = true; isMore; ) {
    const page = await client.listMultipartUploads({ Bucket, Prefix, ...from });
    yield* page.Uploads ?? [];
    from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    isMore = page.IsTruncated === true;
  }
}

/** The parts up to the first gap: the offset of later parts is unknown. */
export async function listParts({ client, bucket: Bucket }: Bucket, Key: string, UploadId: string): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const page of paginateListParts({ client }, { Bucket, Key, UploadId })) parts.push(...(page.Parts ?? []));
  parts.sort((one, other) => (one.PartNumber ?? 0) - (other.PartNumber ?? 0));
  const gap = parts.findIndex(({ PartNumber }, i) => PartNumber !== i + 1);
  return gap === -1 ? parts : parts.slice(0, gap);
}

const NOT_THERE = new Set(['NotFound', 'NoSuchKey', 'NoSuchUpload']);

/** Whether the bucket answered that it does not exist. */
export const isAbsent = (error: unknown): boolean => error instanceof Error && NOT_THERE.has(error.name);

export function absent(error: unknown): undefined {
  if (isAbsent(error)) return undefined;
  throw error;
}
