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

/** Without what is ours to know; most stages have nothing of it. */
function toStage(record: StageRecord): Stage {
  if (!record.unknown && !record.held) return record;
  const { unknown: _unknown, held: _held, ...stage } = record;
  return stage;
}
