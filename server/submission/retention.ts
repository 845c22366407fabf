import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { Upkeep } from '../ports/upkeep.ts';
import type { UploadLedger } from '../ports/upload-ledger.ts';
import { stripped } from './transitions.ts';

export interface RetentionOptions {
  readonly ledger: Pick<Ledger, 'find'>;
  readonly upkeep: Pick<Upkeep, 'expired' | 'strip' | 'erase'>;
  readonly uploads: Pick<UploadLedger, 'ofDraft' | 'take'>;
  readonly files: Pick<FileStore, 'remove'>;
  readonly clock: Clock;
}

/** `busy`: it is being worked on, or somebody wrote it just now. */
export type Purging = 'purged' | 'unknown' | 'busy' | 'purged-before';

/** Removed at once at most, so that a long absence does not hold up anything. */
const BATCH = 200;

/**
 * Removes the personal data of every submission that was last changed more than `days` ago and is not being worked on
 * (contract §2 `RETENTION_DAYS`); answers how many.
 */
export async function removeExpired(options: RetentionOptions, days: number): Promise<number> {
  const before = new Date(options.clock.now().getTime() - days * 86_400_000);
  let removed = 0;
  for (const id of await options.upkeep.expired(before, BATCH)) {
    if ((await purge(options, id)) === 'purged') removed += 1;
  }
  return removed;
}

/**
 * Removes answers, outputs, documents and what errors quote of one submission. What an audit needs stays: id, kind,
 * OfferId or Application ID, stages, times and the digest. A crash in between leaves documents that nobody owns, which
 * the sweep removes.
 */
export async function purge(options: RetentionOptions, id: string): Promise<Purging> {
  const { ledger, upkeep, uploads, files, clock } = options;
  const record = await ledger.find(id);
  if (record === undefined) return 'unknown';
  if (record.purgedAt !== undefined) return 'purged-before';
  if (record.status === 'processing') return 'busy';
  if ((await upkeep.strip(stripped(record, clock.now()))) !== 'saved') return 'busy';
  for (const upload of await uploads.ofDraft(id)) {
    // Claimed again: somebody submitted a new body since its claims were given up.
    if (await uploads.take(upload.id)) await files.remove(upload.id);
  }
  await upkeep.erase();
  return 'purged';
}
