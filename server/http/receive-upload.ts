import type { Context } from 'koa';
import { AppError, STORAGE_FULL } from '../errors.ts';
import type { UploadContent } from '../ports/file-store.ts';
import type { UploadRecord } from '../ports/upload-ledger.ts';
import type { Receipt } from '../submission/admission.ts';
import type { AppDeps } from './deps.ts';
import { noteReceived } from './received.ts';
import type { UploadBody } from './upload-body.ts';
import { UploadHashes } from './upload-hashes.ts';
import { WriteLocks } from './write-locks.ts';

type ReceiverDeps = Pick<AppDeps, 'admission' | 'files' | 'metrics'>;

/** Where a body belongs. */
interface Reception {
  readonly from: number;
  /** Bytes that the request announces. */
  readonly announced?: number | undefined;
  /** Done with the last byte of the upload; the register then knows that it is whole. */
  readonly whenWhole?: (upload: UploadRecord, content?: UploadContent) => Promise<unknown>;
}

/** What there is of an upload after a request. */
interface Received {
  /** Bytes that are there now. */
  readonly offset: number;
  /** Of an upload that is whole now, where this server has seen all of it. */
  readonly content?: UploadContent | undefined;
}

/** Receives the bytes of uploads, from one request at a time. */
export class Receiver {
  readonly #deps: ReceiverDeps;
  readonly #locks = new WriteLocks();
  readonly #hashes = new UploadHashes();

  constructor(deps: ReceiverDeps) {
    this.#deps = deps;
  }

  /** Runs `work` while no other request of this process writes to the upload. */
  async alone<T>(id: string, work: () => Promise<T>, giveUp?: () => void): Promise<T> {
    const release = await this.#locks.hold(id, giveUp);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** The same with the body of a request, which is ended afterwards. */
  async aloneWith<T>(id: string, ctx: Context, body: UploadBody, work: () => Promise<T>): Promise<T> {
    try {
      return await this.alone(id, work, body.finishSoon);
    } finally {
      body.stop();
      noteReceived(ctx, body.received);
    }
  }

  /**
   * Adds a body to an upload, within `aloneWith`. If a broken connection or another request for the same upload ends the
   * body early, all bytes that had come are kept. They survive a power cut when this resolves. Throws NOT_FOUND,
   * UPLOAD_CONFLICT at a wrong offset, BODY_TOO_LARGE, STORAGE_FULL, QUOTA_EXCEEDED, and what the store and `whenWhole`
   * throw.
   */
  receive(id: string, body: UploadBody, { from, announced, whenWhole }: Reception): Promise<Received> {
    const { admission, files, metrics } = this.#deps;
    return admission.arriving(id, async ({ upload, receive }) => {
      const writer = await files.append(upload, from === 0 && !upload.received);
      const hash = this.#hashes.take(id, from);
      let receipt: Receipt | undefined;
      let offset = from;
      let isNoted = false;
      try {
        try {
          if (writer.offset !== from) throw conflict(writer.offset);
          body.allow(upload.size - from, announced);
          // Room for all of the rest: a chunked request announces no length.
          await assertRoom(files, upload.size - from);
          receipt = await receive(from);
          body.countWith(receipt.add);
          for await (const blocks of body) {
            for (const block of blocks) hash?.add(block);
            await writer.write(blocks);
          }
        } finally {
          offset = await writer.close();
          if (receipt) metrics.uploaded(offset - from);
        }
        const isWhole = offset === upload.size;
        if (hash && !isWhole) this.#hashes.keep(id, hash);
        const content = isWhole ? hash?.content() : undefined;
        if (isWhole && whenWhole) {
          await whenWhole(upload, content);
          isNoted = true;
        }
        return { offset, content };
      } finally {
        await receipt?.end(offset, isNoted);
      }
    });
  }
}

function conflict(offset: number): AppError {
  return new AppError('UPLOAD_CONFLICT', {
    detail: 'The upload stands at another offset.',
    headers: { 'Upload-Offset': String(offset) },
  });
}

/** Throws STORAGE_FULL before the bytes come. Some room stays free, so that stored applications can still be processed. */
async function assertRoom(files: AppDeps['files'], bytes: number): Promise<void> {
  const room = await files.room?.();
  if (room !== undefined && bytes > room) throw new AppError('STORAGE_FULL', { detail: STORAGE_FULL });
}
