import type { SubmissionKind } from '#domain/submission/stages.ts';
import type { StaffEvent } from './ledger.ts';

/** What the staff are told of a submission: no personal data. */
export interface StaffMessage {
  readonly event: StaffEvent;
  readonly submissionId: string;
  readonly offerId?: string;
  readonly kind: SubmissionKind;
  readonly stage: string;
  /** ISO date-time. */
  readonly at: string;
}

/** Tells the staff; rejects with CallFailure. */
export type StaffWebhook = (message: StaffMessage) => Promise<void>;
