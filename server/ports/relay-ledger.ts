import type { RelayKind, RelayState } from '#contract/relays.ts';

/** A relay as it is remembered: nothing in it opens what it carries. */
export interface RelayRecord {
  readonly id: string;
  readonly kind: RelayKind;
  /** SHA-256, in hex, of what the side that reads has to show, and the side that writes. */
  readonly reader: string;
  readonly writer: string;
  /** Bytes that the sealed content may have. */
  readonly maxBytes: number;
  readonly state: RelayState;
  /** Of the content that is coming, or is here. */
  readonly uploadId?: string;
  /** The same of what the device shows that takes a draft: whoever comes first. */
  readonly claim?: string;
  /** ISO date-time. */
  readonly expiresAt: string;
}

/** A change of a relay, and what it must be like before. */
interface RelayMove {
  readonly from: readonly RelayState[];
  /** Only where this upload is the one that was named last. */
  readonly fromUpload?: string;
  readonly to: RelayState;
  /** Names another upload. */
  readonly upload?: string;
  /** Notes who takes it. */
  readonly claim?: string;
}

/** Which relays there are. */
export interface RelayLedger {
  add(relay: RelayRecord): Promise<void>;
  find(id: string): Promise<RelayRecord | undefined>;
  /** Makes the change if the relay is as `from` and `fromUpload` say; whether it did. Of several at once one does. */
  move(id: string, move: RelayMove): Promise<boolean>;
  /** Those that were over before that moment, so many at most. */
  expired(before: Date, limit: number): Promise<readonly RelayRecord[]>;
  forget(id: string): Promise<void>;
}
