import type { Submission } from '#domain/submission/submission.ts';
import { receiptOf } from './receipt.ts';
import { findSent, noteSent } from './sent-storage.ts';

/** Keeps the receipt of a processed submission in place of the note that it was sent; nothing where there is no note. */
export function noteReceipt(submission: Submission): void {
  const sent = findSent(submission.id);
  if (sent === undefined || sent.reference !== undefined) return;
  const { reference, submittedAt } = receiptOf(submission, sent, new Date());
  noteSent({ ...sent, reference, submittedAt, at: Date.now() });
}
