import type { SubmissionRecord } from './ledger.ts';
import type { Backlog } from './metrics.ts';

/** What the staff want to have tried again. */
export interface RetryRequest {
  readonly id: string;
  /** The staff found out that the outside has nothing of a call with an unknown outcome: it may be sent again. */
  readonly resend: boolean;
  /** The application is processed, and its documents were skipped: they are to be sent now. */
  readonly documents?: true;
}

/** What operating needs of the ledger, beside the way that submissions go. */
export interface Upkeep {
  backlog(): Promise<Backlog>;
  /** Notes a wish for the server, which may be another process: it looks every few seconds. */
  requestRetry(request: RetryRequest): Promise<void>;
  retryRequests(): Promise<readonly RetryRequest[]>;
  forgetRetry(id: string): Promise<void>;
  /** What does not go on since the college has to repair its settings or its service. */
  misconfigured(): Promise<readonly string[]>;
  /** Records that still have personal data, are not being worked on and were last changed before that moment. */
  expired(before: Date, limit: number): Promise<readonly string[]>;
  /**
   * Writes the record, if what is stored is the version before it, removes its bodies and outputs for good, and gives up
   * its claims of uploads.
   */
  strip(record: SubmissionRecord): Promise<'saved' | 'superseded'>;
  /** What was removed leaves the disk, too, where the engine would keep a copy for a while. */
  erase(): Promise<void>;
}
