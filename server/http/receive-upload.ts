import { createHash } from 'node:crypto';
import { AppError, STORAGE_FULL, unavailable } from '../errors.ts';
import { SNIFF_BYTES, type UploadContent } from '../ports/file-store.ts';
import type { UploadRecord } from '../ports/upload-ledger.ts';
import type { Receipt } from '../submission/admission.ts';
import type { AppDeps } from './deps.ts';
import type { UploadBody } from './upload-body.ts';
import { within } from './within.ts';

type ReceiverDeps = Pick<AppDeps, 'admission' | 'files' | 'metrics'>;

interface Reception {
  readonly from: number;
  readonly announced?: number | undefined;
  /** Called after the last byte; marks the upload as complete in the register. */
  readonly whenWhole?: (upload: UploadRecord, content?: UploadContent) => Promise<unknown>;
}

interface Received {
  readonly offset: number;
  /** Of a complete upload, if all its bytes passed through this server. */
  readonly content?: UploadContent | undefined;
}

interface Holder {
  readonly finishSoon: () => void;
  readonly released: Promise<void>;
}

/** The longest that a request waits for the one before it. */
const WAIT_MS = 30_000;
/** How many hashes are cached between two requests; other uploads are read again at their end. */
const MOST_HASHES = 1000;

/** Receives the bytes of uploads, from one request at a time. */
export class Receiver {
  readonly #deps: ReceiverDeps;
  readonly #holders = new Map<string, Holder>();
  readonly #hashes = new Map<string, ContentHash>();

  constructor(deps: ReceiverDeps) {
    this.#deps = deps;
  }

  /** One request at a time: a newer one calls `finishSoon` of the one before. Throws UNAVAILABLE after a while. */
  async alone<T>(id: string, work: () => Promise<T>, finishSoon: () => void = () => undefined): Promise<T> {
    for (let holder = this.#holders.get(id); holder !== undefined; holder = this.#holders.get(id)) {
      holder.finishSoon();
      await within(WAIT_MS, holder.released, () => unavailable(new Error('the upload is held by another request')));
    }
    const { promise: released, resolve } = Promise.withResolvers<void>();
    this.#holders.set(id, { finishSoon, released });
    try {
      return await work();
    } finally {
      this.#holders.delete(id);
      resolve();
    }
  }

  /**
   * Adds a body to an upload, within `alone`. If a broken connection or another request for the same upload ends the body
   * early, all received bytes are kept. Once this resolves, they survive a power cut. Throws NOT_FOUND, UPLOAD_CONFLICT at
   * a wrong offset, BODY_TOO_LARGE, STORAGE_FULL, QUOTA_EXCEEDED, and the errors of the store and `whenWhole`.
   */
  receive(id: string, body: UploadBody, { from, announced, whenWhole }: Reception): Promise<Received> {
    const { admission, files, metrics } = this.#deps;
    return admission.arriving(id, async ({ upload, receive }) => {
      const writer = await files.append(upload, from === 0 && !upload.received);
      const hash = this.#hashOf(id, from);
      let receipt: Receipt | undefined;
      let offset = from;
      let isNoted = false;
      try {
        try {
          if (writer.offset !== from) throw conflict(writer.offset);
          body.allow(upload.size - from, announced);
          // Requires space for the whole rest, since a chunked request announces no length.
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
        if (offset < upload.size) {
          if (hash) this.#keepHash(id, hash);
          return { offset };
        }
        const content = hash?.content();
        if (whenWhole) {
          await whenWhole(upload, content);
          isNoted = true;
        }
        return { offset, content };
      } finally {
        await receipt?.end(offset, isNoted);
      }
    });
  }

  /** The hash of the first `offset` bytes, for the request that adds to them; undefined if it is not known. */
  #hashOf(id: string, offset: number): ContentHash | undefined {
    const known = offset === 0 ? new ContentHash() : this.#hashes.get(id);
    this.#hashes.delete(id);
    return known?.length === offset ? known : undefined;
  }

  #keepHash(id: string, hash: ContentHash): void {
    this.#hashes.set(id, hash);
    const [oldest] = this.#hashes.keys();
    if (this.#hashes.size > MOST_HASHES && oldest !== undefined) this.#hashes.delete(oldest);
  }
}

/** The SHA-256 and the beginning of an upload, from its first byte on without a gap. */
class ContentHash {
  readonly #hash = createHash('sha256');
  #start = Buffer.alloc(0);
  length = 0;

  add(block: Uint8Array): void {
    this.#hash.update(block);
    this.length += block.length;
    const missing = SNIFF_BYTES - this.#start.length;
    if (missing > 0) this.#start = Buffer.concat([this.#start, block.subarray(0, missing)]);
  }

  /** The final hash; nothing can be added afterwards. */
  content(): UploadContent {
    return { sha256: this.#hash.digest('hex'), start: this.#start };
  }
}

function conflict(offset: number): AppError {
  return new AppError('UPLOAD_CONFLICT', {
    detail: 'The upload has another offset.',
    headers: { 'Upload-Offset': String(offset) },
  });
}

/** Throws STORAGE_FULL before the bytes come. Some room stays free, so that stored applications can still be processed. */
async function assertRoom(files: AppDeps['files'], bytes: number): Promise<void> {
  const room = await files.room?.();
  if (room !== undefined && bytes > room) throw new AppError('STORAGE_FULL', { detail: STORAGE_FULL });
}
