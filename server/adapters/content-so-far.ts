import { createHash } from 'node:crypto';
import { TELLING_BYTES, type UploadContent } from '../ports/upload-store.ts';

/** What has been seen of an upload's content, from its first byte on without a gap. */
export class Seen {
  readonly #hash = createHash('sha256');
  #start = Buffer.alloc(0);
  #length = 0;

  /** How many bytes. */
  get length(): number {
    return this.#length;
  }

  /** The block itself is not kept. */
  add(block: Uint8Array): void {
    this.#hash.update(block);
    this.#length += block.length;
    if (this.#start.length >= TELLING_BYTES) return;
    this.#start = Buffer.concat([this.#start, block.subarray(0, TELLING_BYTES - this.#start.length)]);
  }

  /** Of the whole; nothing can be added afterwards. */
  content = (): UploadContent => ({ sha256: this.#hash.digest('hex'), start: this.#start });
}

/** Uploads that come in several requests, remembered between them; of the oldest more than that, files are read again. */
const REMEMBERED = 1000;

/**
 * The contents of uploads under way, so that one that came in several requests is not read again at its end. What was
 * written elsewhere (by another node, before a restart) is not known here.
 */
export class ContentsSoFar {
  readonly #known = new Map<string, Seen>();

  /** What is known of the first `offset` bytes, for the one who adds to it; undefined where that is not all of them. */
  take(id: string, offset: number): Seen | undefined {
    if (offset === 0) return new Seen();
    const seen = this.#known.get(id);
    this.#known.delete(id);
    return seen?.length === offset ? seen : undefined;
  }

  /** The content where that is all of it; otherwise it is kept for the bytes to come. */
  leave(id: string, seen: Seen | undefined, size: number | undefined): UploadContent | undefined {
    if (seen === undefined) return undefined;
    if (seen.length === size) return seen.content();
    this.#known.set(id, seen);
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    return undefined;
  }
}
