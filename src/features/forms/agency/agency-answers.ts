import { createForm, type FormApi, type Mutator } from 'final-form';
import { agencyForm } from '#domain/agency/form.ts';
import type { Answers, FieldErrors } from '#domain/form/form.ts';
import { todayOf } from '#domain/form/today.ts';
import { adviseField, validate } from '#domain/form/validate.ts';
import { fillAnswers } from '../kit/fill-answers.ts';

export type AgencyAnswersForm = FormApi<Record<string, unknown>>;

const contextNow = () => ({ today: todayOf(new Date()) });

/** Marks every field as judged, so that its message shows. */
const judgeAll: Mutator<Record<string, unknown>> = (_none, { fields }) => {
  for (const [name, field] of Object.entries(fields)) fields[name] = { ...field, touched: true };
};

/** React Final Form as the owner of the answers. It judges on leaving a field and on submitting, never on keys. */
export function createAgencyAnswers(answers: Answers): AgencyAnswersForm {
  const form = createForm<Record<string, unknown>>({
    validateOnBlur: true,
    validate: (values) => validate(agencyForm, values, contextNow()),
    mutators: { judgeAll, fillAnswers },
    onSubmit: () => undefined,
  });
  form.mutators.fillAnswers?.(answers);
  return form;
}

/** The messages of all fields, which show from now on. */
export function judgeAnswers(form: AgencyAnswersForm): FieldErrors {
  form.mutators.judgeAll?.();
  return form.getState().errors ?? {};
}

/** A word of warning on an answer that is accepted all the same: check digits that do not hold. */
export const adviceOn = (name: string, values: Answers): string | undefined =>
  adviseField(agencyForm, name, values, contextNow());
