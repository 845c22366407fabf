import { createForm, type FormApi, type Mutator } from 'final-form';
import type { Answers, FieldErrors, FormContext, Variant } from '#domain/form/form.ts';
import { validateStep } from '#domain/form/validate.ts';
import { studentForm } from '#domain/student/form.ts';
import { clearedBy } from '#domain/student/initial.ts';
import { fillAnswers } from '../kit/fill-answers.ts';
import type { Answer } from '../kit/read-control.ts';

export type AnswersForm = FormApi<Record<string, unknown>>;

/** Marks fields as judged, so that their messages show, and lets React Final Form judge anew. */
const judge: Mutator<Record<string, unknown>> = ([names], { fields }) => {
  for (const name of names as readonly string[]) {
    const field = fields[name];
    if (field !== undefined) fields[name] = { ...field, touched: true };
  }
};

interface Judging {
  /** The step on the screen, by its id, and what judging it needs. Asked anew each time. */
  readonly stepId: () => string;
  readonly context: () => FormContext;
}

/**
 * React Final Form as the owner of the answers. It judges on leaving a field and on Next, never on keys; the rules are
 * the domain's, and those of the step on the screen only.
 */
export function createAnswersForm(answers: Answers, { stepId, context }: Judging): AnswersForm {
  const validate = (values: Answers) => validateStep(studentForm, stepId(), values, context());
  const form = createForm<Record<string, unknown>>({
    validateOnBlur: true,
    validate,
    mutators: { judge, fillAnswers },
    onSubmit: () => undefined,
  });
  form.subscribe(
    ({ values, errors = {} }) => void known.set(form, { answers: values, errors, judge: () => validate(values) }),
    { values: true, errors: true },
  );
  form.mutators.fillAnswers?.(answers);
  return form;
}

interface Known {
  readonly answers: Answers;
  /** As of the last judging. */
  readonly errors: FieldErrors;
  readonly judge: () => FieldErrors;
}
const known = new WeakMap<AnswersForm, Known>();

/** The answers as they stand, without what `getState` works out of all fields first: each field of a step asks. */
export const answersIn = (form: AnswersForm): Answers => known.get(form)?.answers ?? form.getState().values;

/** The messages of the step on the screen, which show from now on. Where there are none and were none, no field hears. */
export function judgeStep(form: AnswersForm): FieldErrors {
  const { errors: before, judge: judgeAnew } = known.get(form) ?? { errors: {}, judge: () => ({}) };
  const errors = judgeAnew();
  if (Object.keys({ ...before, ...errors }).length > 0) form.mutators.judge?.(form.getRegisteredFields());
  return errors;
}

/** Judges anew what has been judged, without anybody having answered: another day may make another verdict. */
export const judgeAgain = (form: AnswersForm): void => form.mutators.judge?.([]);

/** Judges one field that has been left. */
export const judgeField = (form: AnswersForm, name: string): void => form.blur(name);

/**
 * Takes new answers in and returns what really changed, with the answers that a choice clears (specification,
 * section 4) among it.
 */
export function takeAnswers(
  form: AnswersForm,
  told: Readonly<Record<string, Answer>>,
  variant: Variant,
): Readonly<Record<string, Answer>> {
  const values = answersIn(form);
  const changes: Record<string, Answer> = {};
  for (const [name, answer] of Object.entries(told)) {
    if ((values[name] ?? (typeof answer === 'boolean' ? false : '')) !== answer) changes[name] = answer;
  }
  const next = { ...values, ...changes };
  for (const name of Object.keys(changes).flatMap((changed) => clearedBy(changed, next, variant))) {
    if (next[name] !== undefined && next[name] !== '') changes[name] = '';
  }
  form.batch(() => {
    for (const [name, answer] of Object.entries(changes)) form.change(name, answer);
  });
  return changes;
}
