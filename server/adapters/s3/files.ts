import { AppError, unavailable } from '../../errors.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { openClient, S3_LIMITS, type S3Limits, type S3Settings } from './limited-client.ts';
import { type Bucket, isAbsent, listObjects, listUnfinished } from './listing.ts';
import { abortMultipart, restKey, S3UploadWriter, standingOf, streamOf } from './write-upload.ts';

/** Our upload ids have 32 hex digits. Nothing else may reach the bucket. */
const OWN_ID = /^[0-9a-f]{32}$/;
const RESUMPTIONS = 3;
/** Written to test the bucket: no upload has such a name. */
const PROBE = 'probe';

/** Uploads as objects of a bucket. Methods reject with UNAVAILABLE if it does not answer in time. */
export function createS3Files({
  settings,
  lifeMs,
  limits = S3_LIMITS,
}: {
  readonly settings: S3Settings;
  readonly lifeMs: number;
  readonly limits?: S3Limits | undefined;
}): FileStore {
  const client = openClient(settings, limits);
  const Bucket = settings.bucket;
  const place: Bucket = { client, bucket: Bucket };
  const standing = async (id: string) => (OWN_ID.test(id) ? standingOf(place, id) : undefined);
  return {
    size: async (id) => (await standing(id))?.size,
    lastByteAt: async (id) => (await standing(id))?.lastByteAt,
    open: (id, from) => {
      assertOwn(id);
      return content(place, id, from);
    },
    append: async (upload, isNew = false) => {
      assertOwn(upload.id);
      return new S3UploadWriter(place, upload, isNew ? undefined : await standing(upload.id));
    },
    remove: async (id) => {
      if (!OWN_ID.test(id)) return;
      await abortMultipart(place, id);
      // Releases before kept notes (`.info`) beside each upload.
      const Objects = [id, restKey(id), `${id}.info`].map((Key) => ({ Key }));
      await client.deleteObjects({ Bucket, Delete: { Objects } });
    },
    assertWritable: async () => {
      // For an empty body the SDK would warn, outside our log, that its length is unknown.
      await client.putObject({ Bucket, Key: PROBE, Body: '\n' });
    },
    list: () => ownIds(place, new Date(Date.now() - lifeMs)),
  };
}

function assertOwn(id: string): void {
  if (!OWN_ID.test(id)) throw new Error('not an upload id');
}

/**
 * Ids of uploads that were in the bucket before `limit`; one may occur twice. Newer ones are skipped for a day: if a node
 * is configured with the wrong bucket, this is noticed before it removes anything.
 */
async function* ownIds(place: Bucket, limit: Date): AsyncGenerator<string> {
  let last = '';
  const isFound = (key = '', since = new Date(0)) => {
    const [name = ''] = key.split('.', 1);
    const isNew = since <= limit && OWN_ID.test(name) && name !== last;
    last = name;
    return isNew;
  };
  for await (const { Key, LastModified } of listObjects(place)) if (isFound(Key, LastModified)) yield last;
  for await (const { Key, Initiated } of listUnfinished(place)) if (isFound(Key, Initiated)) yield last;
}

/** The object's bytes; after a broken connection it continues at the same byte. */
async function* content({ client, bucket: Bucket }: Bucket, id: string, from = 0): AsyncGenerator<Uint8Array> {
  let position = from;
  for (let tries = 0; ; tries += 1) {
    try {
      const range = position === 0 ? {} : { Range: `bytes=${position}-` };
      const { Body } = await client.getObject({ Bucket, Key: id, ...range });
      for await (const block of streamOf(Body)) {
        position += block.length;
        yield block;
      }
      return;
    } catch (error) {
      // Enough retries were made, or the bucket was silent for too long.
      if (error instanceof AppError || isAbsent(error)) throw error;
      if (tries >= RESUMPTIONS) throw unavailable(error);
    }
  }
}
