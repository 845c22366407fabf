import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { StoredBody } from './receive.ts';
import { noSuchKey, noSuchUpload, S3Error } from './s3-error.ts';

/** The metadata of an object: type, `x-amz-meta-*`, tags. Header names are in lower case. */
export type Attributes = Readonly<Record<string, string>>;

export interface StoredObject {
  readonly key: string;
  readonly file: string;
  readonly size: number;
  /** With its quotes. */
  readonly etag: string;
  readonly lastModified: Date;
  readonly attributes: Attributes;
}

export interface StoredPart {
  readonly number: number;
  readonly file: string;
  readonly size: number;
  readonly etag: string;
  readonly lastModified: Date;
}

export interface MultipartUpload {
  readonly id: string;
  readonly key: string;
  readonly initiated: Date;
  readonly attributes: Attributes;
  readonly parts: Map<number, StoredPart>;
}

const quoted = (text: string) => `"${text}"`;

/** One bucket: bytes are in files of `dir`, the rest in memory. A put stores the whole object or nothing. */
export class Bucket {
  readonly dir: string;
  readonly #minPartSize: number;
  readonly #objects = new Map<string, StoredObject>();
  readonly #uploads = new Map<string, MultipartUpload>();

  constructor(dir: string, minPartSize: number) {
    this.dir = dir;
    this.#minPartSize = minPartSize;
  }

  /** In the order of their keys, like S3. */
  objects(): StoredObject[] {
    return [...this.#objects.values()].sort((a, b) => compare(a.key, b.key));
  }

  /** By key, and by age within a key. */
  uploads(): MultipartUpload[] {
    return [...this.#uploads.values()].sort((a, b) => compare(a.key, b.key));
  }

  object(key: string): StoredObject {
    const object = this.#objects.get(key);
    if (!object) throw noSuchKey();
    return object;
  }

  upload(key: string, id: string): MultipartUpload {
    const upload = this.#uploads.get(id);
    if (upload?.key !== key) throw noSuchUpload();
    return upload;
  }

  async put(key: string, body: StoredBody, attributes: Attributes): Promise<StoredObject> {
    return this.#replace({ key, attributes, file: body.file, size: body.size, etag: quoted(body.md5) });
  }

  /** Deleting a missing object is no error. */
  async delete(key: string): Promise<void> {
    const object = this.#objects.get(key);
    this.#objects.delete(key);
    if (object) await rm(object.file, { force: true });
  }

  createUpload(key: string, attributes: Attributes): MultipartUpload {
    const upload = { id: randomUUID(), key, initiated: new Date(), attributes, parts: new Map<number, StoredPart>() };
    this.#uploads.set(upload.id, upload);
    return upload;
  }

  /** Replaces a part with the same number. */
  async putPart(key: string, id: string, number: number, body: StoredBody): Promise<StoredPart> {
    const upload = this.#uploads.get(id);
    if (upload?.key !== key) {
      await rm(body.file, { force: true });
      throw noSuchUpload();
    }
    const before = upload.parts.get(number);
    const part = { number, file: body.file, size: body.size, etag: quoted(body.md5), lastModified: new Date() };
    upload.parts.set(number, part);
    if (before) await rm(before.file, { force: true });
    return part;
  }

  async abortUpload(key: string, id: string): Promise<void> {
    const upload = this.upload(key, id);
    this.#uploads.delete(id);
    await removeAll([...upload.parts.values()]);
  }

  /** Joins the named parts. They must exist, be in order and, except for the last, be long enough. */
  async completeUpload(
    key: string,
    id: string,
    named: readonly { readonly number: number; readonly etag: string }[],
  ): Promise<StoredObject> {
    const upload = this.upload(key, id);
    const parts = this.#choose(upload, named);
    const file = path.join(this.dir, randomUUID());
    await join(parts, file);
    if (!this.#uploads.delete(id)) {
      await rm(file, { force: true });
      throw noSuchUpload(); // another call has completed or aborted it
    }
    const hash = createHash('md5');
    for (const { etag } of parts) hash.update(Buffer.from(etag.replaceAll('"', ''), 'hex'));
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    const etag = quoted(`${hash.digest('hex')}-${parts.length}`);
    const object = await this.#replace({ key, attributes: upload.attributes, file, size, etag });
    await removeAll([...upload.parts.values()]);
    return object;
  }

  #choose(upload: MultipartUpload, named: readonly { number: number; etag: string }[]): StoredPart[] {
    if (named.length === 0) throw new S3Error(400, 'MalformedXML', 'At least one part must be named.');
    return named.map(({ number, etag }, index) => {
      const part = upload.parts.get(number);
      if (!part || part.etag !== quoted(etag.replaceAll('"', ''))) {
        throw new S3Error(400, 'InvalidPart', `Part ${number} could not be found, or its ETag does not match.`);
      }
      if (number <= (named[index - 1]?.number ?? 0)) {
        throw new S3Error(400, 'InvalidPartOrder', 'The parts are not in ascending order.');
      }
      if (part.size < this.#minPartSize && index < named.length - 1) {
        throw new S3Error(400, 'EntityTooSmall', `Part ${number} is smaller than the minimum allowed size.`);
      }
      return part;
    });
  }

  async #replace(made: Omit<StoredObject, 'lastModified'>): Promise<StoredObject> {
    const before = this.#objects.get(made.key);
    const object = { ...made, lastModified: new Date() };
    this.#objects.set(made.key, object);
    if (before) await rm(before.file, { force: true });
    return object;
  }
}

async function join(parts: readonly StoredPart[], file: string): Promise<void> {
  async function* bytes() {
    for (const part of parts) yield* createReadStream(part.file);
  }
  await pipeline(bytes(), createWriteStream(file, { flags: 'wx' }));
}

async function removeAll(parts: readonly StoredPart[]): Promise<void> {
  await Promise.all(parts.map(({ file }) => rm(file, { force: true })));
}

/** By code units, so that no locale changes the order. */
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
