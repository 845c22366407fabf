import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { UploadLedger } from '../ports/upload-ledger.ts';

/**
 * Removes the uploads that nobody submitted and whose last byte is older than their life (contract §7 "Drafts and
 * uploads"); answers how many.
 */
export async function sweepUploads(options: {
  readonly uploads: UploadLedger;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly lifeMs: number;
}): Promise<number> {
  const { uploads, files } = options;
  const limit = new Date(options.clock.now().getTime() - options.lifeMs);
  let swept = 0;
  for (const { id } of await uploads.unclaimed(limit)) {
    const lastByteAt = await files.lastByteAt(id);
    if (lastByteAt !== undefined && lastByteAt > limit) continue;
    await uploads.remove(id);
    await files.remove(id);
    swept += 1;
  }
  return swept;
}
