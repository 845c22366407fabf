import { pipeline, Readable, Transform } from 'node:stream';
import { S3Store } from '@tus/s3-store';
import { ERRORS, Upload } from '@tus/server';
import { unavailable } from '../../errors.ts';
import type { LedgerKind } from '../../ports/ledger-kind.ts';
import type { Appended, UploadPosition, UploadStore } from '../../ports/upload-store.ts';
import { ContentsSoFar, type Seen } from '../content-so-far.ts';
import { KIND_MARK, kindIn } from '../uploads-kind.ts';
import { handlerOptions, limit, S3_LIMITS, type S3Limits } from './limited-client.ts';
import { listObjects, listUnfinished } from './listing.ts';
import type { S3Settings } from './settings.ts';

/** What stands in the bucket of an upload. */
export interface Stored {
  readonly size: number;
  readonly lastByteAt: Date;
}

interface Options {
  readonly settings: S3Settings;
  readonly lifeMs: number;
  /** Rejects when this node may not write to the upload now. */
  readonly assertHeld: (id: string) => Promise<void>;
  readonly limits?: S3Limits | undefined;
}

/** Nothing is kept between two requests: another node may have changed it meanwhile. */
const FORGETFUL = {
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
};
const MIB = 1024 * 1024;
/** Written to see whether anything can be: no upload has such a name. */
const PROBE = 'probe';

/**
 * The tus store on S3, for several nodes: it remembers nothing between requests, writes only while this node has the
 * upload's lock, counts an upload's life from its last byte, and removes finished uploads too. Whatever asks the bucket
 * rejects with UNAVAILABLE where it does not answer in time.
 */
export class SharedS3Store extends S3Store implements UploadStore {
  readonly #assertHeld: Options['assertHeld'];
  readonly #contents = new ContentsSoFar();
  /** Of each upload that is being written: its last part so far. */
  readonly #lastPart = new Map<string, Promise<unknown>>();

  constructor({ settings: { bucket, ...client }, lifeMs, assertHeld, limits = S3_LIMITS }: Options) {
    super({
      s3ClientConfig: { bucket, ...client, requestHandler: handlerOptions(limits) },
      partSize: 5 * MIB,
      expirationPeriodInMilliseconds: lifeMs,
      useTags: false,
      cache: FORGETFUL,
    });
    this.#assertHeld = assertHeld;
    limit(this.client, limits);
  }

  /** Rejects when nothing can be written, with UNAVAILABLE where the bucket does not answer. */
  assertWritable = async (): Promise<void> => {
    await this.client.putObject({ Bucket: this.bucket, Key: PROBE, Body: '' }).catch(waitable);
  };

  async append(bytes: Readable, { id, offset: from, size }: UploadPosition): Promise<Appended> {
    const seen = this.#contents.take(id, from);
    this.#lastPart.delete(id);
    const writing = super.write(seen ? lookedAt(bytes, seen) : bytes, id, from);
    const offset = await writing.finally(() => this.#lastPart.delete(id));
    return { offset, content: this.#contents.leave(id, seen, size) };
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    return (await this.append(bytes, { id, offset })).offset;
  }

  /** Undefined when there is no such upload. One that a killed node left whole, but in parts, is put together. */
  async stored(id: string): Promise<Stored | undefined> {
    const metadata = await this.getMetadata(id).catch(absent);
    if (metadata === undefined) return undefined;
    const object = await this.#head(id);
    if (object) return object;
    const parts = await this.retrieveParts(id).catch(absent);
    // Put together by another node since we looked.
    if (parts === undefined) return this.#head(id);
    const sum = parts.reduce((bytes, part) => bytes + (part.Size ?? 0), 0);
    if (sum === metadata.file.size) {
      // Needs no lock: all bytes are there, and whoever comes second finds it done.
      await super.finishMultipartUpload(metadata, parts).catch(absent);
      return this.#head(id);
    }
    const rest = await this.#head(this.partKey(id, true));
    const times = [metadata.file.creation_date, rest?.lastByteAt, ...parts.map((part) => part.LastModified)];
    const lastByteAt = new Date(Math.max(...times.map((time) => new Date(time ?? 0).getTime())));
    return { size: sum + (rest?.size ?? 0), lastByteAt };
  }

  override async getUpload(id: string): Promise<Upload> {
    const [metadata, stored] = await Promise.all([this.getMetadata(id).catch(absent), this.stored(id)]);
    if (metadata === undefined || stored === undefined) throw ERRORS.FILE_NOT_FOUND;
    const { size, metadata: facts, storage } = metadata.file;
    return new Upload({
      id,
      offset: stored.size,
      ...(size === undefined ? {} : { size }),
      ...(facts ? { metadata: facts } : {}),
      ...(storage ? { storage } : {}),
      creation_date: stored.lastByteAt.toISOString(),
    });
  }

  /** The store's own removal stops at an upload that is whole. */
  override async remove(id: string): Promise<void> {
    const metadata = await this.getMetadata(id).catch(absent);
    const target = { Bucket: this.bucket, Key: id };
    for (const UploadId of await this.#unfinished(id, metadata?.['upload-id'])) {
      await this.client.abortMultipartUpload({ ...target, UploadId }).catch(absent);
    }
    const keys = [id, this.partKey(id, true), this.infoKey(id)];
    await this.client.deleteObjects({ Bucket: this.bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } });
    if (metadata === undefined) throw ERRORS.FILE_NOT_FOUND;
  }

  /** The multipart uploads of an upload: the one in its notes, or, where a crash left no notes, what the bucket knows. */
  async #unfinished(id: string, noted: string | undefined): Promise<readonly string[]> {
    if (noted) return [noted];
    const found: string[] = [];
    for await (const { key, uploadId } of listUnfinished(this.#place(), id))
      if (key === id && uploadId) found.push(uploadId);
    return found;
  }

  #place = () => ({ client: this.client, bucket: this.bucket });

  /** What every key that has lain in the bucket since then or longer begins with; an upload may be named more than once. */
  async *namesBefore(limit: Date): AsyncGenerator<string> {
    for (const list of [listObjects, listUnfinished]) {
      for await (const { key, since } of list(this.#place())) if (since <= limit) yield key.split('.', 1)[0] ?? key;
    }
  }

  /** Whose the bucket is, where that was noted (`uploads-kind.ts`). Both reject with UNAVAILABLE while nobody answers. */
  readKind = async (): Promise<LedgerKind | undefined> => {
    const found = await this.client.getObject({ Bucket: this.bucket, Key: KIND_MARK }).catch(absent).catch(waitable);
    return found?.Body && kindIn(await found.Body.transformToString());
  };

  writeKind = async (kind: LedgerKind): Promise<void> => {
    await this.client.putObject({ Bucket: this.bucket, Key: KIND_MARK, Body: `${kind}\n` }).catch(waitable);
  };

  /** The bytes from a position on. */
  async readFrom(id: string, position: number): Promise<AsyncIterable<Uint8Array>> {
    const range = position === 0 ? {} : { Range: `bytes=${position}-` };
    const { Body } = await this.client.getObject({ Bucket: this.bucket, Key: id, ...range });
    if (!(Body instanceof Readable)) throw new Error('the object came without a stream');
    return Body;
  }

  /** Only those that follow each other from the first on: what comes after a gap is not where its number says. */
  protected override async retrieveParts(...args: Parameters<S3Store['retrieveParts']>) {
    const parts = await super.retrieveParts(...args);
    if (args[1] !== undefined) return parts;
    const gap = parts.findIndex(({ PartNumber }, i) => PartNumber !== i + 1);
    return gap === -1 ? parts : parts.slice(0, gap);
  }

  protected override uploadPart(...args: Parameters<S3Store['uploadPart']>) {
    return this.#inOrder(args[0].file.id, () => super.uploadPart(...args));
  }

  protected override uploadIncompletePart(...args: Parameters<S3Store['uploadIncompletePart']>) {
    return this.#inOrder(args[0], () => super.uploadIncompletePart(...args));
  }

  /** One part after another, and none after one that failed: it would be counted as if it followed what is there. */
  #inOrder<T>(id: string, upload: () => Promise<T>): Promise<T> {
    const before = this.#lastPart.get(id) ?? Promise.resolve();
    const part = before.then(() => this.#assertHeld(id)).then(upload);
    this.#lastPart.set(id, part);
    return part;
  }

  protected override async deleteIncompletePart(id: string) {
    await this.#assertHeld(id);
    return super.deleteIncompletePart(id);
  }

  protected override async finishMultipartUpload(...args: Parameters<S3Store['finishMultipartUpload']>) {
    await this.#assertHeld(args[0].file.id);
    return super.finishMultipartUpload(...args);
  }

  async #head(key: string): Promise<Stored | undefined> {
    const found = await this.client.headObject({ Bucket: this.bucket, Key: key }).catch(absent);
    return found && { size: found.ContentLength ?? 0, lastByteAt: found.LastModified ?? new Date(0) };
  }
}

/** The same bytes, noted as they pass. */
function lookedAt(bytes: Readable, seen: Seen): Readable {
  const noting = new Transform({
    transform(block: Buffer, _encoding, done) {
      seen.add(block);
      done(null, block);
    },
  });
  return pipeline(bytes, noting, () => undefined);
}

/** Throws UNAVAILABLE where no answer came, or one of a bucket in trouble; a refusal, which waiting does not change, as it is. */
function waitable(error: unknown): never {
  const metadata = error instanceof Error && '$metadata' in error ? error.$metadata : undefined;
  const status = typeof metadata === 'object' && metadata && 'httpStatusCode' in metadata ? metadata.httpStatusCode : 0;
  throw typeof status === 'number' && status >= 400 && status < 500 ? error : unavailable(error);
}

const NOT_THERE = new Set(['NotFound', 'NoSuchKey', 'NoSuchUpload']);

/** Undefined for what is not there; throws any other error. */
function absent(error: unknown): undefined {
  if (error instanceof Error && NOT_THERE.has(error.name)) return undefined;
  throw error;
}
