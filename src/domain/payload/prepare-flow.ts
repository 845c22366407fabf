import { agencyForm } from '../agency/form.ts';
import { toAgentFlow } from '../agency/to-agent-flow.ts';
import { todayAnywhere } from '../form/calendar.ts';
import type { Answers, Form } from '../form/form.ts';
import { type VisibleAnswers, visibleAnswers } from '../form/visible.ts';
import { shortForm } from '../short/form.ts';
import { toStudentFlow } from '../short/to-student-flow.ts';
import { type FileKind, outgoingNames } from '../submission/file-names.ts';
import type { AttachedFile, MultipartFields } from './multipart.ts';

interface Mapping {
  readonly form: Form;
  readonly fields: (
    answers: VisibleAnswers,
    facts: { readonly submissionDate: string; readonly documents: readonly AttachedFile[] },
  ) => MultipartFields;
}

const MAPPINGS = {
  short: { form: shortForm, fields: toStudentFlow },
  agent: { form: agencyForm, fields: toAgentFlow },
} as const satisfies Readonly<Record<string, Mapping>>;

export interface FlowDocument extends AttachedFile {
  /** If the slot accepts only one kind, the sent name gets its extension. */
  readonly kind: FileKind | undefined;
}

/**
 * The text parts of a short or an agency's application at `now`, without hidden answers. Used by the server's `preparing`
 * and the developers' JSON preview.
 */
export function prepareFlow(
  flow: keyof typeof MAPPINGS,
  values: Answers,
  { now, documents }: { readonly now: Date; readonly documents: readonly FlowDocument[] },
): { readonly fields: MultipartFields; readonly submittedAt: string } {
  const { form, fields } = MAPPINGS[flow];
  const names = outgoingNames(documents);
  const named = documents.map(({ slot }, index) => ({ slot, name: names[index] ?? '' }));
  const submittedAt = now.toISOString();
  const answers = visibleAnswers(form, values, { today: todayAnywhere(now) });
  return { fields: fields(answers, { submissionDate: submittedAt, documents: named }), submittedAt };
}
