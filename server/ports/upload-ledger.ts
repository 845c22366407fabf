export interface UploadRecord {
  readonly id: string;
  /** The draft it belongs to: the `:id` of the PUT that will name it. */
  readonly draftId: string;
  readonly slot: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly createdAt: string;
  /** SHA-256 in hex of the browser's file, if it sent that. */
  readonly announcedSha256?: string;
  /** Bytes that had arrived at the end of its last request, and when. */
  readonly received?: number;
  readonly receivedAt?: string;
  /** SHA-256 in hex, known once it is whole and has been checked. */
  readonly sha256?: string;
  /** The current revision of the draft's submission names it, so that it may not be removed. */
  readonly claimed?: true;
  /** Who registered it, as a hash, for a day. */
  readonly client?: string;
}

/** What uploads hold: bytes that have arrived, and what each takes beside them. */
export interface HeldBytes {
  readonly client: number;
  readonly all: number;
}

/** What a new upload must keep to, in bytes. A rest that was announced and has not come is reserved while it is active. */
export interface UploadLimits {
  readonly draft: number;
  readonly client: number;
  readonly all: number;
  /** Room on the disk, if it is limited. */
  readonly room?: number | undefined;
  /** An upload of which nothing has come since then reserves nothing. */
  readonly activeSince: Date;
}

/** Why an upload is not registered: its application is done, or the limit that it would go over. */
export type UploadRefusal = 'done' | 'draft' | 'client' | 'all' | 'room';

/** Which uploads there are. One that a submission has claimed stays as long as the submission names it. */
export interface UploadLedger {
  /** Registers an upload, or returns the limit that it exceeds. One statement, so that simultaneous ones count. */
  add(upload: UploadRecord, limits?: UploadLimits): Promise<UploadRefusal | undefined>;
  /** An upload, with what its client and all hold by now. */
  findHeld(id: string): Promise<{ readonly upload: UploadRecord; readonly held: HeldBytes } | undefined>;
  find(id: string): Promise<UploadRecord | undefined>;
  ofDraft(draftId: string): Promise<readonly UploadRecord[]>;
  /** Notes that so many bytes of it are there, the last of which came at that time. */
  noteArrived(id: string, bytes: number, at: Date): Promise<void>;
  /** Notes that it is whole, and since when; whether it is still registered. */
  finish(id: string, sha256: string, at: Date): Promise<boolean>;
  /** Deletes an upload's row unless a submission has claimed it; whether it did. Only then may its bytes be removed. */
  deleteIfUnclaimed(id: string): Promise<boolean>;
  forgetClients(before: Date): Promise<void>;
  unclaimed(createdBefore: Date): Promise<readonly UploadRecord[]>;
}
