import { Readable } from 'node:stream';
import type { MultipartUpload, Part } from '@aws-sdk/client-s3';
import type { UploadWriter } from '../../ports/file-store.ts';
import { absent, type Bucket, listParts, listUnfinished } from './listing.ts';
import { Spool } from './spool.ts';

/** The minimum size of a part in S3, except for the last one. */
const PART_BYTES = 5 * 1024 * 1024;

interface StoredUpload {
  readonly size: number;
  readonly lastByteAt: Date;
  readonly isWhole: boolean;
  readonly uploadId?: string | undefined;
  readonly parts: readonly Part[];
  /** The bytes after the parts, too few for another part. */
  readonly rest: number;
}

const NOTHING: StoredUpload = { size: 0, lastByteAt: new Date(0), isWhole: false, parts: [], rest: 0 };

/** The object for bytes that are too few for a part. */
export const restKey = (id: string): string => `${id}.part`;
/** The offset of those bytes, stored beside them, so that bytes that became a part do not count twice. */
const OFFSET = 'offset';

export async function standingOf(place: Bucket, id: string): Promise<StoredUpload | undefined> {
  const head = (Key: string) => place.client.headObject({ Bucket: place.bucket, Key }).catch(absent);
  const [whole, unfinished, rest] = await Promise.all([head(id), multipartOf(place, id), head(restKey(id))]);
  if (whole) {
    const lastByteAt = whole.LastModified ?? new Date(0);
    return { ...NOTHING, size: whole.ContentLength ?? 0, lastByteAt, isWhole: true };
  }
  if (unfinished === undefined && rest === undefined) return undefined;
  const uploadId = unfinished?.UploadId;
  const parts = uploadId === undefined ? [] : await listParts(place, id, uploadId);
  const inParts = parts.reduce((sum, { Size = 0 }) => sum + Size, 0);
  const isRest = rest !== undefined && Number(rest.Metadata?.[OFFSET] ?? inParts) === inParts;
  const times = [
    unfinished?.Initiated,
    isRest ? rest.LastModified : undefined,
    ...parts.map((part) => part.LastModified),
  ];
  return {
    size: inParts + (isRest ? (rest.ContentLength ?? 0) : 0),
    lastByteAt: new Date(Math.max(...times.map((time) => time?.getTime() ?? 0))),
    isWhole: false,
    uploadId,
    parts,
    rest: isRest ? (rest.ContentLength ?? 0) : 0,
  };
}

export function streamOf(body: unknown): Readable {
  if (body instanceof Readable) return body;
  throw new Error('the object came without a stream');
}

/** The latest multipart upload of an upload. */
async function multipartOf(place: Bucket, id: string): Promise<MultipartUpload | undefined> {
  const time = (upload?: MultipartUpload) => upload?.Initiated?.getTime() ?? 0;
  let newest: MultipartUpload | undefined;
  for await (const one of listUnfinished(place, id)) if (one.Key === id && time(one) >= time(newest)) newest = one;
  return newest;
}

/** Aborts all multipart uploads of an upload, which deletes their parts. */
export async function abortMultipart(place: Bucket, id: string): Promise<void> {
  const target = { Bucket: place.bucket, Key: id };
  for await (const { Key, UploadId } of listUnfinished(place, id)) {
    if (Key === id) await place.client.abortMultipartUpload({ ...target, UploadId }).catch(absent);
  }
}

/**
 * Adds bytes to an upload. A small upload in one request becomes one object. Otherwise each 5 MiB become a part, and at
 * the end of the request the rest is stored beside the parts.
 */
export class S3UploadWriter implements UploadWriter {
  readonly #place: Bucket;
  readonly #id: string;
  readonly #size: number;
  readonly #before: StoredUpload;
  readonly #parts: Part[];
  readonly #spool = new Spool();
  #uploadId: string | undefined;
  #inParts: number;
  #hasFailed = false;
  /** Bytes arrived, so that the earlier rest was read. */
  #isChanged = false;

  constructor(
    place: Bucket,
    { id, size }: { readonly id: string; readonly size: number },
    before: StoredUpload = NOTHING,
  ) {
    this.#place = place;
    this.#id = id;
    this.#size = size;
    this.#before = before;
    this.#parts = [...before.parts];
    this.#uploadId = before.uploadId;
    this.#inParts = before.size - before.rest;
  }

  get offset(): number {
    return this.#isChanged ? this.#inParts + this.#spool.length : this.#before.size;
  }

  async write(blocks: readonly Uint8Array[]): Promise<void> {
    try {
      if (!this.#isChanged) await this.#readRest();
      for (const block of blocks) await this.#spool.add(block);
      if (this.#spool.length >= PART_BYTES && this.offset < this.#size) await this.#putPart();
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  async close(): Promise<number> {
    try {
      if (this.#hasFailed) return this.#parts.length > this.#before.parts.length ? this.#inParts : this.#before.size;
      if (this.offset === this.#size) await this.#finish();
      else if (this.#isChanged) await this.#putRest();
      return this.offset;
    } finally {
      await this.#spool.clear();
    }
  }

  async #readRest(): Promise<void> {
    this.#isChanged = true;
    if (this.#before.rest === 0) return;
    const { Body } = await this.#place.client.getObject(this.#at(restKey(this.#id)));
    for await (const block of streamOf(Body)) await this.#spool.add(block);
  }

  async #putPart(): Promise<void> {
    this.#uploadId ??= await this.#beginMultipart();
    const PartNumber = this.#parts.length + 1;
    const part = { ...this.#at(this.#id), UploadId: this.#uploadId, PartNumber };
    const { ETag } = await this.#place.client.uploadPart({ ...part, ...(await this.#content()) });
    this.#parts.push({ PartNumber, ETag });
    this.#inParts += this.#spool.length;
    await this.#spool.clear();
  }

  /** A killed node may have started one without a record. */
  async #beginMultipart(): Promise<string> {
    await abortMultipart(this.#place, this.#id);
    const { UploadId } = await this.#place.client.createMultipartUpload(this.#at(this.#id));
    if (UploadId === undefined) throw new Error('the bucket began a multipart upload without an id');
    return UploadId;
  }

  async #finish(): Promise<void> {
    if (this.#before.isWhole) return;
    if (!this.#isChanged) await this.#readRest();
    const { client } = this.#place;
    if (this.#parts.length === 0) await client.putObject({ ...this.#at(this.#id), ...(await this.#content()) });
    else {
      if (this.#spool.length > 0) await this.#putPart();
      const Parts = this.#parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
      const target = { ...this.#at(this.#id), UploadId: this.#uploadId };
      await client.completeMultipartUpload({ ...target, MultipartUpload: { Parts } });
    }
    await this.#removeRest();
  }

  async #removeRest(): Promise<void> {
    if (this.#before.rest > 0) await this.#place.client.deleteObject(this.#at(restKey(this.#id)));
  }

  async #putRest(): Promise<void> {
    if (this.#spool.length === 0) return this.#removeRest();
    const content = { ...(await this.#content()), Metadata: { [OFFSET]: String(this.#inParts) } };
    await this.#place.client.putObject({ ...this.#at(restKey(this.#id)), ...content });
  }

  async #content() {
    return { Body: await this.#spool.body(), ContentLength: this.#spool.length };
  }

  #at(Key: string) {
    return { Bucket: this.#place.bucket, Key };
  }
}
