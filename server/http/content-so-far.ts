import { createHash } from 'node:crypto';
import type { Content } from '../submission/examine.ts';
import { TELLING_BYTES } from '../submission/file-kinds.ts';

/** What has been seen of an upload's content, from its first byte on without a gap. */
export class Seen {
  readonly #hash = createHash('sha256');
  #start = Buffer.alloc(0);

  /** The block itself is not kept. */
  add(block: Buffer): void {
    this.#hash.update(block);
    if (this.#start.length >= TELLING_BYTES) return;
    this.#start = Buffer.concat([this.#start, block.subarray(0, TELLING_BYTES - this.#start.length)]);
  }

  /** Of the whole; nothing can be added afterwards. */
  content = (): Content => ({ sha256: this.#hash.digest('hex'), start: this.#start });
}

/** Uploads that come in several requests, remembered between them; of the oldest more than that, files are read again. */
const REMEMBERED = 1000;

/**
 * The contents of uploads under way, so that one that came in several requests is not read again at its end. What was
 * written elsewhere (by another node, before a restart) is not known here.
 */
export class ContentsSoFar {
  readonly #known = new Map<string, { readonly offset: number; readonly seen: Seen }>();

  /** What is known of the first `offset` bytes, for the one who adds to it; undefined where that is not all of them. */
  take(id: string, offset: number): Seen | undefined {
    if (offset === 0) return new Seen();
    const known = this.#known.get(id);
    this.#known.delete(id);
    return known?.offset === offset ? known.seen : undefined;
  }

  keep(id: string, offset: number, seen: Seen): void {
    this.#known.set(id, { offset, seen });
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
  }
}
