import { statfs } from 'node:fs/promises';

const MB = 1024 * 1024;
/** Left free for the ledger: a twentieth of the disk, within these limits. Uploads stop before applications do. */
const KEPT_FREE = { share: 0.05, least: 16 * MB, most: 64 * MB };

/** Bytes that uploads may still take of a directory's disk. */
export async function roomIn(directory: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(directory);
  const kept = Math.min(Math.max(blocks * bsize * KEPT_FREE.share, KEPT_FREE.least), KEPT_FREE.most);
  return Math.max(0, bavail * bsize - kept);
}
