import { dateIn, todayAnywhere } from '../form/calendar.ts';
import type { Answers, FormContext, Variant } from '../form/form.ts';
import { visibleAnswers } from '../form/visible.ts';
import type { StageIssue } from '../submission/submission.ts';
import { checkOffer } from './check-offer.ts';
import { studentForm } from './form.ts';
import { type RecordsFacts, toRecordsOffer } from './records-dialect.ts';
import { toCricosOffer } from './to-cricos-offer.ts';
import { toWorkflow, type WorkflowPayload } from './to-workflow.ts';

export interface StudentFacts {
  readonly submissionId: string;
  readonly offerId: string;
  readonly variant: Variant | undefined;
  /** When the application was accepted. */
  readonly now: Date;
  /** The college's (`TIME_ZONE`). */
  readonly timeZone: string;
  /** The live lists; their labels have priority over the built-in ones. */
  readonly lists: NonNullable<FormContext['lists']>;
  readonly records: RecordsFacts;
}

/** Everything that the server sends for a student application, except the bytes of its documents. */
export interface StudentPayloads {
  /** In the dialect of the records API (records-dialect.ts). */
  readonly offer: object;
  readonly workflow: WorkflowPayload;
  /** Of the file workflow. */
  readonly subject: string;
  /** ISO date-time. */
  readonly submittedAt: string;
}

/**
 * The payloads of a student application, without hidden answers. Used by the server's `preparing` and the developers'
 * JSON preview.
 */
export function prepareStudent(
  values: Answers,
  facts: StudentFacts,
): StudentPayloads & { issues: readonly StageIssue[] } {
  const { now, timeZone, offerId, submissionId, lists, records } = facts;
  const context = { today: todayAnywhere(now), ...(facts.variant && { variant: facts.variant }) };
  const answers = visibleAnswers(studentForm, values, context);
  const offer = toCricosOffer(answers, { offerId, now, timeZone });
  const submittedAt = now.toISOString();
  return {
    offer: toRecordsOffer(offer, { ...records, answers, today: dateIn(now, timeZone) }),
    workflow: toWorkflow(offer, answers, { submissionId, submittedAt, lists }),
    subject: `${answers.firstName} ${answers.familyName} Material Upload`,
    submittedAt,
    issues: checkOffer(offer),
  };
}
