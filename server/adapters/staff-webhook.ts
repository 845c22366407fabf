import type { SubmissionKind } from '#domain/submission/stages.ts';
import type { StaffEvent } from '../ports/ledger.ts';
import type { Outbound } from './outbound.ts';

/** A message to the staff about a submission, without personal data. */
export interface StaffMessage {
  readonly event: StaffEvent;
  readonly submissionId: string;
  readonly offerId?: string;
  readonly kind: SubmissionKind;
  readonly stage: string;
  readonly at: string;
}

/** Tells the staff; rejects with CallFailure. */
export type StaffWebhook = (message: StaffMessage) => Promise<void>;

export function createStaffWebhook(url: string, outbound: Outbound): StaffWebhook {
  return (message) =>
    outbound({
      service: 'staff',
      operation: 'webhook',
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      read: () => undefined,
    });
}
