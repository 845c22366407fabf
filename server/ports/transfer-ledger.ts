import type { TransferKind, TransferState } from '#contract/transfers.ts';

/** A transfer as the server remembers it: nothing in it opens what it carries. */
export interface TransferRecord {
  readonly id: string;
  readonly kind: TransferKind;
  /** SHA-256, in hex, of the secret of each device. */
  readonly reader: string;
  readonly writer: string;
  /** The same of the secret by which one device has claimed a draft. */
  readonly claim: string | null;
  /** Bytes that the sealed content may have. */
  readonly maxBytes: number;
  readonly state: TransferState;
  /** The upload that holds the content, or that is receiving it. */
  readonly uploadId: string | null;
  /** ISO date-time. */
  readonly expiresAt: string;
}

/** A change of a transfer, and the condition for it. */
interface TransferMove {
  readonly from: readonly TransferState[];
  /** Only while this is its upload. */
  readonly fromUpload?: string | null;
  readonly to: TransferState;
  readonly upload?: string;
  readonly claim?: string;
}

/** Stores transfers. */
export interface TransferLedger {
  add(transfer: TransferRecord): Promise<void>;
  find(id: string): Promise<TransferRecord | undefined>;
  /** Makes the change if the condition holds; returns whether it did. Of several at once, one succeeds. */
  move(id: string, move: TransferMove): Promise<boolean>;
  /** Ids of those that expired before that moment, oldest first, `limit` at most. */
  expired(before: Date, limit: number): Promise<readonly string[]>;
  remove(id: string): Promise<void>;
}
