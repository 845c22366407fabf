import { agencyForm } from '#domain/agency/form.ts';
import { toAgentFlow } from '#domain/agency/to-agent-flow.ts';
import type { Answers, Form } from '#domain/form/form.ts';
import { todayAnywhere } from '#domain/form/today.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import type { AttachedFile, MultipartFields } from '#domain/payload/multipart.ts';
import { shortForm } from '#domain/short/form.ts';
import { toStudentFlow } from '#domain/short/to-student-flow.ts';
import type { Flow } from '../../ports/workflow.ts';
import { outgoingNames } from '../file-names.ts';
import type { PreparedForm } from '../prepared.ts';
import { onlyKindOf } from '../slots.ts';
import type { Stage } from '../stage.ts';

interface Mapping {
  readonly form: Form;
  readonly fields: (
    answers: Answers,
    facts: { readonly submissionDate: string; readonly documents: readonly AttachedFile[] },
  ) => MultipartFields;
}

const MAPPINGS: Readonly<Record<Flow, Mapping>> = {
  short: { form: shortForm, fields: toStudentFlow },
  agent: { form: agencyForm, fields: toAgentFlow },
};

/** Maps the answers of a short or agent application to the fields of its automation flow, once, as of its PUT. */
export function prepareForm(flow: Flow): Stage {
  const { form, fields } = MAPPINGS[flow];
  return {
    name: 'preparing',
    repetition: 'safe',
    isLocal: true,
    run: async ({ record, body }) => {
      const now = new Date(record.updatedAt);
      const answers = visibleAnswers(form, body.values, { today: todayAnywhere(now) });
      // Only a document whose slot takes one kind is named among the fields.
      const names = outgoingNames(body.documents.map(({ slot, name }) => ({ name, kind: onlyKindOf(slot) })));
      const documents = body.documents.map(({ slot }, i) => ({ slot, name: names[i] ?? '' }));
      const submittedAt = now.toISOString();
      const output: PreparedForm = { fields: fields(answers, { submissionDate: submittedAt, documents }), submittedAt };
      return { output };
    },
    explain: () => ({ code: 'VALIDATION_FAILED', message: 'Form validation failed' }),
  };
}
