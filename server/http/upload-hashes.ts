import { createHash } from 'node:crypto';
import { SNIFF_BYTES, type UploadContent } from '../ports/file-store.ts';

/** The SHA-256 and the beginning of an upload, from its first byte on without a gap. */
class ContentHash {
  readonly #hash = createHash('sha256');
  #start = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(block: Uint8Array): void {
    this.#hash.update(block);
    this.#length += block.length;
    const missing = SNIFF_BYTES - this.#start.length;
    if (missing > 0) this.#start = Buffer.concat([this.#start, block.subarray(0, missing)]);
  }

  /** Of the whole; nothing can be added afterwards. */
  content = (): UploadContent => ({ sha256: this.#hash.digest('hex'), start: this.#start });
}

const REMEMBERED = 1000;

/** Hashes of uploads that come in several requests, so that their bytes need not be read again at the end. */
export class UploadHashes {
  readonly #known = new Map<string, ContentHash>();

  /** The hash of the first `offset` bytes, for the request that adds to them; undefined where it is not known. */
  take(id: string, offset: number): ContentHash | undefined {
    const known = offset === 0 ? new ContentHash() : this.#known.get(id);
    this.#known.delete(id);
    return known?.length === offset ? known : undefined;
  }

  /** Keeps the hash of the bytes so far. Forgets the oldest of very many, whose bytes are then read again. */
  keep(id: string, hash: ContentHash): void {
    this.#known.set(id, hash);
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
  }
}
