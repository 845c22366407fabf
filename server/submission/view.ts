import type { Submission } from '#domain/submission/submission.ts';
import type { SubmissionRecord } from '../ports/ledger.ts';

/** What the applicant may see of a record (contract §4). */
export function toSubmission(record: SubmissionRecord): Submission {
  const { id, kind, status, offerId, submittedAt, retryAt } = record;
  return {
    id,
    kind,
    status,
    stages: record.stages.map(({ unknown: _unknown, held: _held, ...stage }) => stage),
    ...(offerId === undefined ? {} : { offerId }),
    ...(submittedAt === undefined ? {} : { submittedAt }),
    ...(retryAt === undefined ? {} : { retryAt }),
  };
}
