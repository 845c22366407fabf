import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { UploadLedger } from '../ports/upload-ledger.ts';

/**
 * Removes the uploads that no submission has claimed and whose last byte is older than their life (contract §7 "Drafts
 * and uploads"), those that a corrected application does not name any more among them. Answers how many.
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
    // Claimed since it was listed: it stays.
    if (!(await uploads.take(id))) continue;
    await files.remove(id);
    swept += 1;
  }
  return swept;
}

/**
 * Removes bytes that the register does not know: an upload is registered before its first byte and struck off before its
 * last is removed, so that such bytes are what a crash left. Answers how many uploads they were of.
 */
export async function sweepUnknown({
  uploads,
  files,
}: {
  readonly uploads: Pick<UploadLedger, 'find'>;
  readonly files: Pick<FileStore, 'list' | 'remove'>;
}): Promise<number> {
  let swept = 0;
  for await (const id of files.list?.() ?? []) {
    if (await uploads.find(id)) continue;
    await files.remove(id);
    swept += 1;
  }
  return swept;
}
