import * as v from 'valibot';
import { STUDENT_STAGES } from '#domain/submission/stages.ts';
import type { Submission } from '#domain/submission/submission.ts';

const issue = v.object({ field: v.string(), message: v.string(), technical: v.string() });
const stageError = v.object({
  code: v.string(),
  message: v.string(),
  detail: v.exactOptional(v.string()),
  errors: v.exactOptional(v.array(issue)),
});
const stage = v.object({
  name: v.picklist(STUDENT_STAGES),
  state: v.picklist(['pending', 'in-progress', 'completed', 'error']),
  skipped: v.exactOptional(v.boolean()),
  startedAt: v.exactOptional(v.string()),
  finishedAt: v.exactOptional(v.string()),
  error: v.exactOptional(stageError),
});

/** A submission as GET, PUT and the events answer it (contract §4). */
export const submissionSchema: v.GenericSchema<Submission> = v.object({
  id: v.string(),
  kind: v.picklist(['student', 'short', 'agent']),
  status: v.picklist(['processing', 'error', 'processed']),
  stages: v.array(stage),
  offerId: v.exactOptional(v.string()),
  submittedAt: v.exactOptional(v.string()),
  retryAt: v.exactOptional(v.string()),
});
