/** What an upload is, beside its bytes. */
export interface UploadRecord {
  readonly id: string;
  /** The draft it belongs to: the `:id` of the PUT that will name it. */
  readonly draftId: string;
  readonly slot: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly createdAt: string;
  /** SHA-256 in hex, known once it is whole and has been checked. */
  readonly sha256?: string;
  /** The current revision of the draft's submission names it, so that nobody may remove it. */
  readonly claimed?: true;
}

/** Which uploads there are. One that a submission has claimed stays as long as the submission names it. */
export interface UploadLedger {
  add(upload: UploadRecord): Promise<void>;
  find(id: string): Promise<UploadRecord | undefined>;
  /** Oldest first. */
  ofDraft(draftId: string): Promise<readonly UploadRecord[]>;
  finish(id: string, sha256: string): Promise<void>;
  /** Strikes an upload off, unless a submission has claimed it; whether it did. Only then may its bytes be removed. */
  take(id: string): Promise<boolean>;
  /** Uploads made before that moment that no submission has claimed. */
  unclaimed(createdBefore: Date): Promise<readonly UploadRecord[]>;
}
