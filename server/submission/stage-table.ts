import type { FormContext } from '#domain/form/form.ts';
import type { RecordsFacts } from '#domain/student/records-dialect.ts';
import type { STAGES_BY_KIND, StageName, SubmissionKind } from '#domain/submission/stages.ts';
import type { Records } from '../ports/records.ts';
import type { Workflow } from '../ports/workflow.ts';
import type { OutgoingDocuments } from './outgoing-documents.ts';
import type { Stage, UnknownOutcome } from './stage.ts';
import { finish } from './stages/finish.ts';
import { forwardFiles } from './stages/forward-files.ts';
import { prepareForm } from './stages/prepare-form.ts';
import { prepareStudent } from './stages/prepare-student.ts';
import { sendApplication } from './stages/send-application.ts';
import { sendForm } from './stages/send-form.ts';
import { submitOffer } from './stages/submit-offer.ts';
import { validateOffer } from './stages/validate-offer.ts';

export interface StageTableOptions {
  readonly records: Records;
  readonly workflow: Workflow;
  readonly files: OutgoingDocuments;
  readonly timeZone: string;
  readonly lists: () => Promise<NonNullable<FormContext['lists']>>;
  readonly recordsFacts: () => Promise<RecordsFacts>;
  readonly unknownOutcome: { readonly records: UnknownOutcome; readonly workflow: UnknownOutcome };
  readonly fileWorkflow: { readonly endpoint: 'set' | 'unset' | 'invalid'; readonly maxBytes?: number | undefined };
}

/** Stages by these names, all of them and in this order. */
type InOrder<Names extends readonly StageName[]> = { readonly [At in keyof Names]: Stage<Names[At]> };

/** What the domain's order asks for: a stage that is missing, or stands elsewhere, does not compile. */
export type StageTable = { readonly [Kind in SubmissionKind]: InOrder<(typeof STAGES_BY_KIND)[Kind]> };

/** Every kind of application as the stages that it goes through, in order (R7.1). */
export function createStageTable(options: StageTableOptions): StageTable {
  const { records, workflow, files } = options;
  const unknownOutcome = options.unknownOutcome.workflow;
  const forms = { workflow, files, unknownOutcome };
  return {
    student: [
      prepareStudent(options),
      validateOffer(records),
      submitOffer(records, options.unknownOutcome.records),
      sendApplication(workflow, unknownOutcome),
      forwardFiles({ ...forms, ...options.fileWorkflow }),
      finish,
    ],
    short: [prepareForm('short'), sendForm('short', forms), finish],
    agent: [prepareForm('agent'), sendForm('agent', forms), finish],
  };
}
