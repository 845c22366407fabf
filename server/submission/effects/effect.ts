import type { StageName } from '#domain/submission/stages.ts';
import type { StaffEvent, SubmissionRecord } from '../../ports/ledger.ts';

/** What has become of a submission; the ledger has it already. */
export interface Happening {
  /** `processed`: all stages are done. */
  readonly event: StaffEvent | 'processed';
  readonly stage: StageName;
  readonly record: SubmissionRecord;
  readonly at: Date;
}

/**
 * Something that follows from a submission and that it does not depend on: it is no stage, nobody sees it fail, and a
 * crash may lose it. It returns at once and never throws.
 */
export type Effect = (happening: Happening) => void;
