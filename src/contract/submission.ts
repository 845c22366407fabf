import * as v from 'valibot';
import { STUDENT_STAGES } from '#domain/submission/stages.ts';
import type { StageError, Submission } from '#domain/submission/submission.ts';
import { issueSchema } from './problem.ts';

/** Why a stage failed. */
export const stageErrorSchema: v.GenericSchema<StageError> = v.object({
  code: v.string(),
  message: v.string(),
  detail: v.exactOptional(v.string()),
  errors: v.exactOptional(v.array(issueSchema)),
});
const stage = v.object({
  name: v.picklist(STUDENT_STAGES),
  state: v.picklist(['pending', 'in-progress', 'completed', 'error']),
  skipped: v.exactOptional(v.boolean()),
  startedAt: v.exactOptional(v.string()),
  finishedAt: v.exactOptional(v.string()),
  error: v.exactOptional(stageErrorSchema),
});

/** The answer of GET and PUT, and the data of the events (R11.6). */
export const submissionSchema: v.GenericSchema<Submission> = v.object({
  id: v.string(),
  kind: v.picklist(['student', 'short', 'agent']),
  status: v.picklist(['processing', 'error', 'processed']),
  stages: v.array(stage),
  offerId: v.exactOptional(v.string()),
  recordsReference: v.exactOptional(v.string()),
  held: v.exactOptional(v.boolean()),
  submittedAt: v.exactOptional(v.string()),
  retryAt: v.exactOptional(v.string()),
});
