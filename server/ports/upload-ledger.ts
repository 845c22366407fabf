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

/** How many uploads, and how many bytes they have together. */
export interface Held {
  readonly uploads: number;
  readonly bytes: number;
}

/** Which uploads there are. One that a submission has claimed stays as long as the submission names it. */
export interface UploadLedger {
  /** `client`: who registers it, to be counted for a day. */
  add(upload: UploadRecord, client?: string): Promise<void>;
  find(id: string): Promise<UploadRecord | undefined>;
  /** Oldest first. */
  ofDraft(draftId: string): Promise<readonly UploadRecord[]>;
  finish(id: string, sha256: string): Promise<void>;
  /** Strikes an upload off, unless a submission has claimed it; whether it did. Only then may its bytes be removed. */
  take(id: string): Promise<boolean>;
  /** All uploads, their bytes as announced. */
  held(): Promise<Held>;
  /** Of these, what a client has registered, as far as that is not forgotten. */
  heldBy(client: string): Promise<Held>;
  /** Of these, what is not known to be whole. */
  unfinished(): Promise<Held>;
  /** The uploads that are not known to be whole. */
  underWay(): Promise<readonly UploadRecord[]>;
  /** Forgets who registered uploads before that moment. */
  forgetClients(before: Date): Promise<void>;
  /** Uploads made before that moment that no submission has claimed. */
  unclaimed(createdBefore: Date): Promise<readonly UploadRecord[]>;
}
