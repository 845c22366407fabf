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
}

/** Which uploads there are. An upload of a draft that was submitted stays as long as the submission. */
export interface UploadLedger {
  add(upload: UploadRecord): Promise<void>;
  find(id: string): Promise<UploadRecord | undefined>;
  /** Oldest first. */
  ofDraft(draftId: string): Promise<readonly UploadRecord[]>;
  finish(id: string, sha256: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Uploads made before that moment whose draft nobody submitted, or whose submission has been purged. */
  unclaimed(createdBefore: Date): Promise<readonly UploadRecord[]>;
}
