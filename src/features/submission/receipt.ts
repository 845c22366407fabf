import type { Submission } from '#domain/submission/submission.ts';

export interface ReceiptDocument {
  readonly label: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256?: string | undefined;
}

/** What was sent, under the titles of the review. */
export interface ReceiptSection {
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
}

/** What the page knew when the applicant confirmed. */
export interface SentApplication {
  /** The student's name. */
  readonly applicant: string;
  readonly documents: readonly ReceiptDocument[];
  /** Of an agency: the number that it was told to keep. */
  readonly applicationId?: string;
}

/** The proof that an application was submitted. */
export interface Receipt extends SentApplication {
  /** The submission's id. */
  readonly id: string;
  /** What the institute knows it by: the offer's id, an agency's Application ID, else the submission's id. */
  readonly reference: string;
  /** ISO date-time. */
  readonly submittedAt: string;
  /** Only while the page is open: answers do not stay in the browser once they were sent. */
  readonly sections?: readonly ReceiptSection[] | undefined;
}

/** The receipt of a processed submission; `now` stands in when the server has named no time (spec §4). */
export function receiptOf(submission: Submission, sent: SentApplication, now: Date): Receipt {
  const { id, offerId, submittedAt } = submission;
  return { ...sent, id, reference: offerId ?? sent.applicationId ?? id, submittedAt: submittedAt ?? now.toISOString() };
}

const longTime = new Intl.DateTimeFormat('en-AU', { dateStyle: 'full', timeStyle: 'long' });

/** The moment of a receipt in words, in the visitor's time zone, which is named. */
export const momentInWords = (iso: string): string => longTime.format(new Date(iso));
