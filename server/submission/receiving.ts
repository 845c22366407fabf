import type { SubmissionRecord } from '../ports/ledger.ts';

/**
 * Whether uploads are taken for a draft, which `record` is the submission of, if there is one: for whatever is not done.
 * This is the one place that decides it: whatever else is to be brought for an application later is to be allowed here.
 */
export function mayReceiveUploads(record: Pick<SubmissionRecord, 'status'> | undefined): boolean {
  return record?.status !== 'processed';
}
