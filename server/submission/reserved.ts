import type { FileStore } from '../ports/file-store.ts';
import type { UploadLedger } from '../ports/upload-ledger.ts';

/** Room is kept so long for an upload of which nothing comes; one that goes on later has to find room again. */
const RESERVED_MS = 15 * 60_000;

/** Bytes that are still to come of the uploads that are under way, and which these are. */
export async function reservedBytes(
  uploads: Pick<UploadLedger, 'underWay'>,
  files: Pick<FileStore, 'size' | 'lastByteAt'>,
): Promise<{ readonly bytes: number; readonly ids: ReadonlySet<string> }> {
  const limit = Date.now() - RESERVED_MS;
  const known = await uploads.underWay();
  let bytes = 0;
  for (const { id, size, createdAt } of known) {
    const lastByteAt = await files.lastByteAt(id);
    if ((lastByteAt?.getTime() ?? Date.parse(createdAt)) < limit) continue;
    bytes += size - ((await files.size(id)) ?? 0);
  }
  return { bytes, ids: new Set(known.map(({ id }) => id)) };
}
