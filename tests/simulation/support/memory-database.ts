import type { Attachments, SubmissionRecord } from '#server/ports/ledger.ts';
import type { RetryRequest } from '#server/ports/upkeep.ts';
import type { UploadRecord } from '#server/ports/upload-ledger.ts';

/**
 * The tables of the SQL ledgers, in memory: every method is one transaction. Bodies and outputs are stored as JSON, so
 * that they come back as from a database.
 */
export class MemoryDatabase {
  readonly submissions = new Map<string, SubmissionRecord>();
  readonly bodies = new Map<string, string>();
  readonly outputs = new Map<string, Map<string, string>>();
  /** The sender of each submission, kept for a day. */
  readonly senders = new Map<string, string>();
  readonly uploads = new Map<string, UploadRecord>();
  readonly retryRequests = new Map<string, RetryRequest>();
  readonly facts = new Map<string, string>();
  /** The key of everything that belongs to one revision of a submission. */
  static readonly key = (id: string, revision: number): string => `${id} ${revision}`;

  ownerOf(applicationId: string): string | undefined {
    for (const { id, applicationId: known } of this.submissions.values()) if (known === applicationId) return id;
    return undefined;
  }

  hasOfferId(offerId: string): boolean {
    for (const { offerId: known } of this.submissions.values()) if (known === offerId) return true;
    return false;
  }

  /** Whether all of these are uploads of the draft. */
  areOfDraft(draftId: string, ids: readonly string[]): boolean {
    return ids.every((id) => this.uploads.get(id)?.draftId === draftId);
  }

  write(record: SubmissionRecord, { body, claims, outputs = [] }: Attachments): void {
    const { id, revision } = record;
    this.submissions.set(id, record);
    if (body !== undefined) this.bodies.set(MemoryDatabase.key(id, revision), JSON.stringify(body));
    for (const upload of claims ?? []) this.setClaim(upload, true);
    const key = MemoryDatabase.key(id, revision);
    const stages = this.outputs.get(key) ?? new Map<string, string>();
    for (const { stage, value } of outputs) stages.set(stage, JSON.stringify(value));
    this.outputs.set(key, stages);
  }

  setClaim(id: string, isClaimed: boolean): void {
    const upload = this.uploads.get(id);
    if (upload === undefined) return;
    const { claimed: _claimed, ...rest } = upload;
    this.uploads.set(id, isClaimed ? { ...rest, claimed: true } : rest);
  }

  release(draftId: string): void {
    for (const upload of this.uploads.values()) if (upload.draftId === draftId) this.setClaim(upload.id, false);
  }

  /** Removes bodies and outputs of all revisions. */
  removePersonal(id: string): void {
    for (const map of [this.bodies, this.outputs]) {
      for (const key of map.keys()) if (key.startsWith(`${id} `)) map.delete(key);
    }
  }

  /**
   * Whether the current body of its draft names the upload, claimed or not: a node of the previous release claims
   * nothing.
   */
  isKept(upload: UploadRecord): boolean {
    if (upload.claimed) return true;
    const record = this.submissions.get(upload.draftId);
    if (record === undefined || record.purgedAt !== undefined) return false;
    return this.bodies.get(MemoryDatabase.key(record.id, record.revision))?.includes(upload.id) ?? false;
  }
}
