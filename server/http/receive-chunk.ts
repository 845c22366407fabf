import type { IncomingMessage } from 'node:http';
import { finished, Readable } from 'node:stream';
import type { DataStore, Upload } from '@tus/server';
import type { Context } from 'koa';
import { AppError, STORAGE_FULL, unavailable } from '../errors.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { UploadRecord } from '../ports/upload-ledger.ts';
import type { UploadLocker } from '../ports/upload-lock.ts';
import type { Appended, UploadStore } from '../ports/upload-store.ts';
import type { Admission, Receipt } from '../submission/admission.ts';

interface Stores {
  readonly tusStore: DataStore & UploadStore;
  readonly files: FileStore;
  readonly locker: UploadLocker;
  readonly admission: Admission;
}

interface Received extends Appended {
  readonly upload: Upload;
}

/**
 * Writes the body of a PATCH (tus 1.0.0) under the upload's lock. Whatever ends it early, a broken connection or another
 * request for the same upload, all bytes that had come are kept, so that hardly any is sent twice: the lock is taken
 * before anything else, so that a request for the offset waits for them. Throws NOT_FOUND, UPLOAD_CONFLICT,
 * BODY_TOO_LARGE, STORAGE_FULL, QUOTA_EXCEEDED, UNAVAILABLE when the lock cannot be had, and what the store throws.
 */
export async function receiveChunk(
  { tusStore: store, files, locker, admission }: Stores,
  ctx: Context,
  record: UploadRecord,
  body: Arriving,
): Promise<Received> {
  const { id } = record;
  const lock = locker.newLock(id);
  await lock.lock(new AbortController().signal, body.makeWay).catch((cause) => {
    throw unavailable(cause);
  });
  let isWhole = false;
  let isFinished = false;
  let receipt: Receipt | undefined;
  try {
    const upload = await store.getUpload(id).catch(explain);
    const from = Number(ctx.get('Upload-Offset'));
    const rest = restOf(upload, from, store.getExpiration());
    body.allow(rest, ctx.request.length);
    // All of the rest, whatever this request announces: a chunked one announces nothing.
    await assertRoom(files, rest);
    receipt = await admission.receive(record, from);
    body.countWith(receipt.add);
    const appended = await store.append(body, { id, offset: from, size: upload.size });
    isWhole = appended.offset === upload.size;
    isFinished = isWhole && appended.content !== undefined;
    return { upload, ...appended };
  } finally {
    await receipt?.end(isFinished);
    await lock.unlock(isWhole);
  }
}

/** The store has errors of its own for what is not there, or not any more. */
function explain(error: unknown): never {
  const status = typeof error === 'object' && error !== null && 'status_code' in error ? error.status_code : undefined;
  throw status === 404 || status === 410 ? new AppError('NOT_FOUND', { cause: error }) : error;
}

/** How many bytes may come. Throws UPLOAD_CONFLICT at a wrong offset, with the right one in the headers. */
function restOf({ offset, size = 0, creation_date }: Upload, wanted: number, lifeMs: number): number {
  if (creation_date && Date.parse(creation_date) + lifeMs < Date.now()) throw new AppError('NOT_FOUND');
  if (offset === wanted) return size - offset;
  throw new AppError('UPLOAD_CONFLICT', {
    detail: 'The upload stands at another offset.',
    headers: { 'Upload-Offset': String(offset) },
  });
}

/** Throws STORAGE_FULL before the bytes come; some room is left, so that what is there can still be worked on. */
async function assertRoom(files: FileStore, bytes: number): Promise<void> {
  const room = await files.room?.();
  if (room !== undefined && bytes > room) throw new AppError('STORAGE_FULL', { detail: STORAGE_FULL });
}

const tooMuch = () => new AppError('BODY_TOO_LARGE', { detail: 'More bytes came than were announced.' });

/** The bytes that a client sent before it gave up arrive without such a gap. */
const GRACE_MS = 100;

/** A body on its way to the store: counted, so that no more is written than was announced. */
export class Arriving extends Readable {
  readonly #request: IncomingMessage;
  #room = Number.POSITIVE_INFINITY;
  #bytes = 0;
  #count: (bytes: number) => void = () => undefined;
  #isOver = false;
  #yielding: NodeJS.Timeout | undefined;

  /** Takes from the request at once: what still lies in it when its connection breaks is lost. */
  constructor(request: IncomingMessage) {
    super({ highWaterMark: 16 * 1024 });
    this.#request = request;
    // An error is kept until the stream is read; without a listener it would end the process before.
    this.on('error', () => undefined);
    request.on('data', this.#take);
    request.once('aborted', this.#rescue);
    finished(request, this.stop);
  }

  /** Bytes of the body that have come so far. */
  get received(): number {
    return this.#bytes;
  }

  /** No more is taken; what has come goes on to the store. */
  readonly stop = (): void => {
    clearTimeout(this.#yielding);
    this.#request.off('data', this.#take).resume();
    if (!this.#isOver) this.push(null);
    this.#isOver = true;
  };

  /** Another request wants the upload: what is still on its way here may come, but no more. */
  readonly makeWay = (): void => {
    this.#yielding ??= setTimeout(this.stop, GRACE_MS);
  };

  /** Throws BODY_TOO_LARGE when more bytes are coming, or have come, than there is room for. */
  allow(room: number, announced = 0): void {
    this.#room = room;
    if (Math.max(announced, this.#bytes) > room) throw tooMuch();
  }

  /** Counts what has come, and each block that comes from now on. What `count` throws ends the body. */
  countWith(count: (bytes: number) => void): void {
    count(this.#bytes);
    this.#count = count;
  }

  override _read(): void {
    if (!this.#isOver) this.#request.resume();
  }

  readonly #take = (block: Buffer): void => {
    if (this.#isOver) return;
    this.#bytes += block.length;
    try {
      if (this.#bytes > this.#room) throw tooMuch();
      this.#count(block.length);
    } catch (refusal) {
      this.destroy(refusal instanceof Error ? refusal : new Error('a block was refused'));
      return;
    }
    this.#yielding?.refresh();
    if (!this.push(block)) this.#request.pause();
  };

  readonly #rescue = (): void => {
    this.#request.off('data', this.#take);
    for (let block = this.#request.read(); block !== null; block = this.#request.read()) this.#take(block);
  };
}

const REMEMBERED = 1000;

/**
 * Uploads whose connection broke in the middle of a request. A browser quietly repeats a request whose connection broke
 * if that connection had carried another one before: at an offset that is wrong by then, and with all of its bytes. So
 * each further request of such an upload gets a connection of its own; the others keep theirs.
 */
export class FrailUploads {
  readonly #paths = new Set<string>();

  /** Remembers a PATCH that breaks off, and ends the connection of each later request for that upload. */
  noteAndAnswer({ path, method, req, res }: Context): void {
    if (this.#paths.has(path)) res.setHeader('Connection', 'close');
    if (method !== 'PATCH') return;
    req.once('aborted', () => {
      this.#paths.add(path);
      const [oldest] = this.#paths;
      if (this.#paths.size > REMEMBERED && oldest !== undefined) this.#paths.delete(oldest);
    });
  }
}
