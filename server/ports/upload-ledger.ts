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
  /** Who registered it, as a hash, for a day. */
  readonly client?: string;
}

/** What a number of uploads take. */
export interface Held {
  readonly uploads: number;
  /** Bytes that have arrived, as of the end of each upload's last request. */
  readonly bytes: number;
  /** Bytes that were announced and have not arrived, of uploads that are still active. */
  readonly reserved: number;
}

/** Which uploads there are. One that a submission has claimed stays as long as the submission names it. */
export interface UploadLedger {
  /** `client`: who registers it, to be counted for a day. */
  add(upload: UploadRecord, client?: string): Promise<void>;
  find(id: string): Promise<UploadRecord | undefined>;
  /** Oldest first. */
  ofDraft(draftId: string): Promise<readonly UploadRecord[]>;
  /** Notes that so many bytes of it are there, the last of which came at that time. */
  noteArrived(id: string, bytes: number, at: Date): Promise<void>;
  finish(id: string, sha256: string): Promise<void>;
  /** Strikes an upload off, unless a submission has claimed it; whether it did. Only then may its bytes be removed. */
  take(id: string): Promise<boolean>;
  /** What all uploads take. `activeSince`: an upload with no byte since then reserves nothing. */
  held(activeSince: Date): Promise<Held>;
  /** The same of what a client has registered, as far as that is not forgotten. */
  heldBy(client: string, activeSince: Date): Promise<Held>;
  /** Bytes that all uploads but these reserve. */
  reserved(activeSince: Date, but: readonly string[]): Promise<number>;
  /** Forgets who registered uploads before that moment. */
  forgetClients(before: Date): Promise<void>;
  /** Uploads made before that moment that no submission has claimed. */
  unclaimed(createdBefore: Date): Promise<readonly UploadRecord[]>;
}
