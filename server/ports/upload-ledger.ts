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
  /** A hash of the sender, kept for a day. */
  readonly client?: string;
}

/** The usage of uploads: received bytes, and the overhead of each. */
export interface HeldBytes {
  readonly client: number;
  readonly all: number;
}

/** The limits for a new upload in bytes. Announced bytes are reserved while the upload is active. */
export interface UploadLimits {
  readonly draft: number;
  readonly client: number;
  readonly all: number;
  /** Room on the disk, if it is limited. */
  readonly room?: number | undefined;
  /** An upload without a byte since this time reserves nothing. */
  readonly activeSince: Date;
}

/** Why an upload is not registered: its application is done, or the limit that it would go over. */
export type UploadRefusal = 'done' | 'draft' | 'client' | 'all' | 'room';

/** The register of uploads. A claimed one stays as long as its submission names it. */
export interface UploadLedger {
  /** Registers an upload, or returns the limit that it exceeds. One statement, so that simultaneous ones count. */
  add(upload: UploadRecord, limits?: UploadLimits): Promise<UploadRefusal | undefined>;
  /** An upload, with the usage of its client and of all. */
  findHeld(id: string): Promise<{ readonly upload: UploadRecord; readonly held: HeldBytes } | undefined>;
  find(id: string): Promise<UploadRecord | undefined>;
  ofDraft(draftId: string): Promise<readonly UploadRecord[]>;
  /** Saves the number of stored bytes, and the time of the last one. */
  noteArrived(id: string, bytes: number, at: Date): Promise<void>;
  /** Saves that it is complete, and since when; returns whether it is still registered. */
  finish(id: string, sha256: string, at: Date): Promise<boolean>;
  /** Deletes an upload's row unless it is claimed; returns whether it did. Only then may its bytes be removed. */
  deleteIfUnclaimed(id: string): Promise<boolean>;
  forgetClients(before: Date): Promise<void>;
  unclaimed(createdBefore: Date): Promise<readonly UploadRecord[]>;
}
