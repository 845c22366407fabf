import { type StatsFs, statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

const MB = 1024 * 1024;
/**
 * Kept free for the ledger and for what else is on that disk: a twentieth of it, from 16 MB, which a ledger at work
 * needs for its log, to 64 MB. Uploads stop before, so that applications can still be taken.
 */
const KEPT_FREE = { share: 0.05, least: 16 * MB, most: 64 * MB };

/** Bytes that uploads may still take of a directory's disk. */
export async function roomIn(directory: string): Promise<number> {
  return roomOf(await statfs(directory));
}

function roomOf({ bavail, blocks, bsize }: StatsFs): number {
  const kept = Math.min(Math.max(blocks * bsize * KEPT_FREE.share, KEPT_FREE.least), KEPT_FREE.most);
  return Math.max(0, bavail * bsize - kept);
}

/** The disk is asked again after so many bytes at most: others write to it, too. */
const ASK_EVERY = MB;

/** Watches the room on a disk while its files are written, by one thread for all of them. */
export class DiskRoom {
  readonly #directory: string;
  #left = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Takes room for bytes that are about to be written; throws ENOSPC where only what is kept free is left. */
  take(bytes: number): void {
    if (bytes > this.#left) this.#left = Math.min(roomOf(statfsSync(this.#directory)), Math.max(ASK_EVERY, bytes));
    if (bytes > this.#left) throw Object.assign(new Error('what is left is kept for the ledger'), { code: 'ENOSPC' });
    this.#left -= bytes;
  }
}
