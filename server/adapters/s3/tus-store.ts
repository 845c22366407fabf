import { pipeline, Readable, Transform } from 'node:stream';
import { S3Store } from '@tus/s3-store';
import { ERRORS, TUS_RESUMABLE, Upload } from '@tus/server';
import type { LedgerKind } from '../../ports/ledger-kind.ts';
import type { Appended, UploadPosition, UploadStore } from '../../ports/upload-store.ts';
import { ContentsSoFar, type Seen } from '../content-so-far.ts';
import { KIND_MARK, kindIn } from '../uploads-kind.ts';
import { handlerOptions, limit, S3_LIMITS, type S3Limits } from './limited-client.ts';
import { listObjects, listParts, listUnfinished } from './listing.ts';
import { absent, waitable } from './refusals.ts';
import type { S3Settings } from './settings.ts';
import { type Notes, type StoredPart, type UploadState, UploadStates } from './upload-state.ts';

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
  /** Whether nobody else can have written to an upload that was made here; nothing is taken for that when left out. */
  readonly isUntouched?: ((id: string) => boolean) | undefined;
  readonly limits?: S3Limits | undefined;
}

/** The library's own memory knows nothing of other nodes, which may have changed an upload meanwhile. */
const FORGETFUL = {
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
};
const MIB = 1024 * 1024;
/** Written to see whether anything can be: no upload has such a name. */
const PROBE = 'probe';

/**
 * The tus store on S3, for several nodes: it takes from memory only what no other node can have changed, writes only
 * while this node has the upload's lock, counts an upload's life from its last byte, and removes finished uploads too. Whatever asks the bucket
 * rejects with UNAVAILABLE where it does not answer in time.
 */
export class SharedS3Store extends S3Store implements UploadStore {
  readonly #assertHeld: Options['assertHeld'];
  readonly #isUntouched: NonNullable<Options['isUntouched']>;
  readonly #contents = new ContentsSoFar();
  readonly #states = new UploadStates();
  /** Of each upload that is being written: how it stood before, and what has come since. */
  readonly #writing = new Map<
    string,
    { readonly notes: Notes; readonly hasRest: boolean; readonly parts: StoredPart[] }
  >();
  /** Of each upload that is being written: its last part so far. */
  readonly #lastPart = new Map<string, Promise<unknown>>();

  constructor({ settings, lifeMs, assertHeld, isUntouched = () => false, limits = S3_LIMITS }: Options) {
    const { bucket, proxy, ...client } = settings;
    super({
      s3ClientConfig: {
        bucket,
        ...client,
        requestHandler: handlerOptions(limits, proxy),
        // Some S3-compatible servers refuse checksums that they do not know. SHA-256 is compared when a document is sent on.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      },
      partSize: 5 * MIB,
      expirationPeriodInMilliseconds: lifeMs,
      useTags: false,
      cache: FORGETFUL,
    });
    this.#assertHeld = assertHeld;
    this.#isUntouched = isUntouched;
    limit(this.client, limits);
  }

  /** Rejects when nothing can be written, with UNAVAILABLE where the bucket does not answer. */
  assertWritable = async (): Promise<void> => {
    // Of an empty body the SDK says each time, past our log, that its length is unknown.
    await this.client.putObject({ Bucket: this.bucket, Key: PROBE, Body: '\n' }).catch(waitable);
  };

  async append(bytes: Readable, { id, offset: from, size }: UploadPosition): Promise<Appended> {
    const seen = this.#contents.take(id, from);
    this.#lastPart.delete(id);
    const state = this.#states.take(id, from);
    if (state) this.#writing.set(id, { ...state, parts: [...state.parts] });
    const writing = super.write(seen ? lookedAt(bytes, seen) : bytes, id, from);
    const offset = await writing.finally(() => {
      this.#lastPart.delete(id);
      this.#writing.delete(id);
    });
    return { offset, content: this.#contents.leave(id, seen, size) };
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    return (await this.append(bytes, { id, offset })).offset;
  }

  /** The last step of making an upload. */
  protected override async saveMetadata(file: Upload, uploadId: string): Promise<void> {
    await super.saveMetadata(file, uploadId);
    this.#states.made(file.id, { file, 'upload-id': uploadId, 'tus-version': TUS_RESUMABLE });
  }

  /** Undefined when there is no such upload. One that a killed node left whole, but in parts, is put together. */
  async stored(id: string): Promise<Stored | undefined> {
    const notes = await this.getMetadata(id).catch(absent);
    if (notes === undefined) return undefined;
    // Most that are asked for are whole.
    return (await this.#head(id)) ?? (await this.#inParts(notes)) ?? this.#head(id);
  }

  /** As far as it lies in parts; undefined where it does not, any more or by now. */
  async #inParts(notes: Notes): Promise<(Stored & Partial<Pick<UploadState, 'parts' | 'hasRest'>>) | undefined> {
    const { id, size, creation_date: createdAt } = notes.file;
    const parts = await listParts(this.#place(), notes).catch(absent);
    if (parts === undefined) return undefined;
    const sum = parts.reduce((bytes, part) => bytes + (part.Size ?? 0), 0);
    if (sum === size) {
      // Needs no lock: all bytes are there, and whoever comes second finds it done.
      await super.finishMultipartUpload(notes, parts).catch(absent);
      return undefined;
    }
    const rest = await this.#head(this.partKey(id, true));
    const times = [createdAt, rest?.lastByteAt, ...parts.map((part) => part.LastModified)];
    const lastByteAt = new Date(Math.max(...times.map((time) => new Date(time ?? 0).getTime())));
    return { size: sum + (rest?.size ?? 0), lastByteAt, parts, hasRest: rest !== undefined };
  }

  /** Whoever goes on to write looks under the same lock; the answer to a creation is asked for before anybody can lock. */
  override async getUpload(id: string): Promise<Upload> {
    const untouched = this.#isUntouched(id) ? this.#states.untouched(id) : undefined;
    if (untouched) return uploadOf(untouched.notes);
    this.#states.forget(id);
    const notes = await this.getMetadata(id).catch(absent);
    // Most that are asked for are not whole.
    const inParts = notes && (await this.#inParts(notes));
    const stored = inParts ?? (notes && (await this.#head(id)));
    if (notes === undefined || stored === undefined) throw ERRORS.FILE_NOT_FOUND;
    if (inParts?.parts) {
      const { parts, hasRest = false, size: offset } = inParts;
      this.#states.looked(id, { notes, parts, hasRest, offset });
    }
    return uploadOf(notes, stored);
  }

  /** The store's own removal stops at an upload that is whole. */
  override async remove(id: string): Promise<void> {
    this.#states.forget(id);
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

  protected override async getMetadata(id: string): Promise<Notes> {
    return this.#writing.get(id)?.notes ?? super.getMetadata(id);
  }

  protected override async retrieveParts(id: string): Promise<StoredPart[]> {
    return this.#writing.get(id)?.parts ?? listParts(this.#place(), await this.getMetadata(id));
  }

  protected override async getIncompletePart(id: string): Promise<Readable | undefined> {
    return this.#writing.get(id)?.hasRest === false ? undefined : super.getIncompletePart(id);
  }

  protected override uploadPart(...args: Parameters<S3Store['uploadPart']>) {
    const [{ file }, , PartNumber] = args;
    return this.#inOrder(file.id, async () => {
      const ETag = await super.uploadPart(...args);
      this.#writing.get(file.id)?.parts.push({ PartNumber, ETag });
      return ETag;
    });
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

/** As the tus server knows it: it counts an upload's life from `creation_date`. */
function uploadOf({ file }: Notes, stored?: Stored): Upload {
  const { id, size, metadata, storage } = file;
  const createdAt = stored?.lastByteAt.toISOString() ?? file.creation_date;
  return new Upload({
    id,
    offset: stored?.size ?? 0,
    ...(size === undefined ? {} : { size }),
    ...(metadata ? { metadata } : {}),
    ...(storage ? { storage } : {}),
    ...(createdAt === undefined ? {} : { creation_date: createdAt }),
  });
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
