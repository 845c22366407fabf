import type { Stage, Submission } from '#domain/submission/submission.ts';
import type { StageRecord, SubmissionRecord } from '../ports/ledger.ts';

/** What the applicant may see of a record (contract §4). */
export function toSubmission(record: SubmissionRecord): Submission {
  const { id, kind, status, offerId, submittedAt, retryAt } = record;
  return {
    id,
    kind,
    status,
    stages: record.stages.map(toStage),
    ...(offerId === undefined ? {} : { offerId }),
    ...(submittedAt === undefined ? {} : { submittedAt }),
    ...(retryAt === undefined ? {} : { retryAt }),
  };
}

/** A stage without what only the staff may know. */
function toStage({ unknown: _unknown, held: _held, ...stage }: StageRecord): Stage {
  return stage;
}
