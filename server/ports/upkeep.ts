import type { StageName } from '#domain/submission/stages.ts';
import type { SubmissionRecord } from './ledger.ts';

/** How many submissions are unfinished, by who has to act. */
export interface Backlog {
  readonly processing: number;
  readonly waiting: number;
  /** Stopped until the applicant or the college changes something. */
  readonly stopped: number;
  /** An outside call has an unknown outcome, which the staff have to find out. */
  readonly held: number;
  /** Those of the waiting and stopped ones for which the college has to repair its settings or its service. */
  readonly misconfigured: number;
  /** The stopped ones by the stage that they stopped at; a stage without any is left out. */
  readonly stoppedAt: Readonly<Partial<Record<StageName, number>>>;
  /** Processed without their documents, which are still kept. */
  readonly documentsSkipped: number;
  /** When the oldest unfinished submission was accepted that the server still works on; ISO date-time. */
  readonly oldest?: string;
}

export interface RetryRequest {
  readonly id: string;
  /** The staff found out that the outside has nothing of a call with an unknown outcome: it may be sent again. */
  readonly resend: boolean;
  /** The application is processed, and its documents were skipped: they are to be sent now. */
  readonly documents?: true;
}

/** How many items a sweep would remove. */
export interface Share {
  readonly removing: number;
  /** Includes those that would be removed. Counted up to 20 times `removing`, since the share is small beyond that. */
  readonly kept: number;
}

export interface Upkeep {
  backlog(): Promise<Backlog>;
  /** Notes a request for the server, which may be another process and looks every few seconds. */
  requestRetry(request: RetryRequest): Promise<void>;
  retryRequests(): Promise<readonly RetryRequest[]>;
  forgetRetry(id: string): Promise<void>;
  /** Submissions that wait for the college to repair its settings or its service. */
  misconfigured(): Promise<readonly string[]>;
  countExpired(before: Date): Promise<Share>;
  countUnclaimed(before: Date): Promise<Share>;
  /** Records that still have personal data, are not being worked on and were last changed before that moment. */
  expired(before: Date, limit: number): Promise<readonly string[]>;
  /** Writes the record if what is stored is the version before it, and removes bodies, outputs and claims for good. */
  strip(record: SubmissionRecord): Promise<'saved' | 'superseded'>;
  /** Removes deleted rows from the engine's log. Does not wait: while a backup reads, they stay until the next call. */
  truncateLog(): Promise<void>;
}
