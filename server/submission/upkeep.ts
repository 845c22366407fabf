import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { Ledger, SubmissionRecord } from '../ports/ledger.ts';
import type { LedgerNotes } from '../ports/ledger-notes.ts';
import type { RetryRequest, Upkeep } from '../ports/upkeep.ts';
import type { UploadLedger } from '../ports/upload-ledger.ts';
import { given } from './given.ts';
import { accepted, released, reopened, retried, stripped, type Transition, versioned } from './transitions.ts';

export interface RetentionOptions {
  readonly ledger: Pick<Ledger, 'find'>;
  readonly upkeep: Pick<Upkeep, 'expired' | 'strip' | 'truncateLog'>;
  readonly uploads: Pick<UploadLedger, 'ofDraft' | 'deleteIfUnclaimed'>;
  readonly files: Pick<FileStore, 'remove'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** `busy`: it is being processed, waits for a retry, or was written just now. */
export type PurgeOutcome = 'purged' | 'unknown' | 'busy' | 'purged-before';

/** The size of a batch. Each is removed by its own write, so that transactions stay short. */
const BATCH = 200;

/** Purges submissions older than `days` that are not being processed (R13.19); returns how many. */
export async function removeExpired(
  options: RetentionOptions,
  days: number,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const before = new Date(options.clock.now().getTime() - days * 86_400_000);
  let removed = 0;
  let last: number;
  do {
    last = removed;
    for (const id of await options.upkeep.expired(before, BATCH)) {
      if (!isStopping() && (await strip(options, id)) === 'purged') removed += 1;
    }
    // Ends if nothing of a batch can be removed now, else the loop would never end.
  } while (removed > last);
  // Also if nothing was removed: a backup may have prevented it last time.
  await options.upkeep.truncateLog();
  return removed;
}

/**
 * Deletes the answers, outputs, documents and error texts of one submission. Data for audits stays: id, kind, OfferId or
 * Application ID, stages, times and the digest. A crash in between leaves unclaimed documents, which the sweep removes.
 */
export async function purge(options: RetentionOptions, id: string): Promise<PurgeOutcome> {
  const outcome = await strip(options, id);
  if (outcome === 'purged') await options.upkeep.truncateLog();
  return outcome;
}

/** `purge` without truncating the log, which is done once for all. */
async function strip(options: RetentionOptions, id: string): Promise<PurgeOutcome> {
  const { ledger, upkeep, uploads, files, clock } = options;
  const record = await ledger.find(id);
  if (record === undefined) return 'unknown';
  if (record.purgedAt !== undefined) return 'purged-before';
  if (record.status === 'processing' || record.retryAt !== undefined) return 'busy';
  if ((await upkeep.strip(stripped(record, clock.now()))) !== 'saved') return 'busy';
  for (const upload of await uploads.ofDraft(id)) {
    // False if a new body has claimed it since.
    if (await uploads.deleteIfUnclaimed(upload.id)) await files.remove(upload.id);
  }
  return 'purged';
}

/** Removes unclaimed uploads after their life (R5.15). Returns how many. */
export async function sweepUploads(options: {
  readonly uploads: Pick<UploadLedger, 'unclaimed' | 'deleteIfUnclaimed'>;
  readonly files: Pick<FileStore, 'lastByteAt' | 'remove'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly lifeMs: number;
}): Promise<number> {
  const { uploads, files } = options;
  const limit = new Date(options.clock.now().getTime() - options.lifeMs);
  let swept = 0;
  for (const { id } of await uploads.unclaimed(limit)) {
    const lastByteAt = await files.lastByteAt(id);
    if (lastByteAt !== undefined && lastByteAt > limit) continue;
    // It was claimed since it was listed.
    if (!(await uploads.deleteIfUnclaimed(id))) continue;
    await files.remove(id);
    swept += 1;
  }
  return swept;
}

interface UnknownFilesOptions {
  readonly uploads: Pick<UploadLedger, 'find'>;
  readonly files: Pick<FileStore, 'list' | 'lastByteAt' | 'remove'>;
}

/** A crash between row and file leaves a few. If there are many, the ledger does not belong to these files. */
export async function* unknownFiles({ uploads, files }: UnknownFilesOptions): AsyncGenerator<string> {
  for await (const id of files.list?.() ?? []) if (!(await uploads.find(id))) yield id;
}

/** Removes such files; `before`: only those whose last byte came before that moment. Returns how many. */
export async function sweepUnknown(options: UnknownFilesOptions & { readonly before?: Date }): Promise<number> {
  const { files, before } = options;
  let swept = 0;
  for await (const id of unknownFiles(options)) {
    const lastByteAt = before && (await files.lastByteAt(id));
    if (lastByteAt && before && lastByteAt >= before) continue;
    await files.remove(id);
    swept += 1;
  }
  return swept;
}

/** The time to notice that an older ledger was restored beside newer files. */
const GRACE_MS = 86_400_000;

/**
 * Files that the ledger does not know are kept for a day after they were first found; the ledger has that time. Returns
 * the limit for the last byte of files that may be removed now; undefined if none may be.
 */
export async function graceEnded(notes: LedgerNotes, now: Date): Promise<Date | undefined> {
  const noted = await notes.read('unknown-files-since');
  const since = noted === undefined ? undefined : new Date(noted);
  // A time in the future was noted by a clock that was wrong.
  if (since === undefined || since > now) await notes.write('unknown-files-since', now.toISOString());
  else if (now.getTime() - since.getTime() >= GRACE_MS) return since;
  return undefined;
}

interface RetryOptions<Uses extends keyof Upkeep> {
  readonly ledger: Pick<Ledger, 'find' | 'save'>;
  readonly upkeep: Pick<Upkeep, Uses>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The staff found that an unanswered call was done. */
export interface Finding {
  readonly id: string;
  readonly stage?: string;
  /** The outside service's reference. */
  readonly reference?: string;
}

/** Notes that the outside has a held call, and requests a retry, which continues after it. `busy`: written just now. */
export async function settle(
  { ledger, upkeep, clock }: RetryOptions<'requestRetry'>,
  { id, stage, reference }: Finding,
): Promise<'settled' | 'not-held' | 'busy'> {
  const record = await ledger.find(id);
  const isHeld = record?.stages.some(({ name, held }) => held && (stage ?? name) === name) ?? false;
  if (record === undefined || record.purgedAt !== undefined || !isHeld) return 'not-held';
  const now = clock.now();
  const acceptance = { at: now.toISOString(), ...given({ reference }) };
  if ((await ledger.save(versioned(record, now, accepted(acceptance)))) !== 'saved') return 'busy';
  await upkeep.requestRetry({ id, resend: false });
  return 'settled';
}

/** Carries out the retries that the staff requested, and drops impossible ones. Returns how many were carried out. */
export async function carryOutRetryRequests({
  ledger,
  upkeep,
  clock,
}: RetryOptions<'retryRequests' | 'forgetRetry'>): Promise<number> {
  let count = 0;
  for (const request of await upkeep.retryRequests()) {
    const { id, resend } = request;
    const record = await ledger.find(id);
    // Forgotten first: a crash in between must not resend twice. If the request is lost, the submission is still held.
    if (resend) await upkeep.forgetRetry(id);
    const steps = record?.purgedAt === undefined ? stepsOf(record, request) : [];
    // Superseded: it is already being continued.
    const next = record && steps.length > 0 ? versioned(record, clock.now(), ...steps) : undefined;
    if (next && (await ledger.save(next)) === 'saved') count += 1;
    if (!resend) await upkeep.forgetRetry(id);
  }
  return count;
}

function stepsOf(record: SubmissionRecord | undefined, { resend, documents }: RetryRequest): readonly Transition[] {
  const isHeld = record?.stages.some(({ held }) => held);
  if (record?.status === 'error' && (resend || !isHeld)) return resend ? [released, retried] : [retried];
  const wasSkipped = record?.status === 'processed' && record.stages.some(({ skipped }) => skipped);
  return documents && wasSkipped ? [reopened] : [];
}
