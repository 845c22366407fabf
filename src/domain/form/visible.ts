import { answerText } from './answer-text.ts';
import { answerOrContext, holds } from './conditions.ts';
import type { Answers, Field, Form, FormContext } from './form.ts';

/** Whether a field is asked: its condition holds, and the fields it depends on are themselves asked. */
export function isVisible(field: Field, form: Form, answers: Answers, context: FormContext): boolean {
  if (field.when === undefined) return true;
  return holds(field.when, (name) => {
    const entries = form.fields.filter((other) => other.name === name);
    const isPseudo = entries.length === 0;
    const counts = isPseudo || entries.some((other) => isVisible(other, form, answers, context));
    return counts ? answerOrContext(name, answers, context) : '';
  });
}

/** Whether a visible field must be answered, in the profile at hand. */
export function isRequired(field: Field, answers: Answers, context: FormContext): boolean {
  if (field.required === undefined) return false;
  return (
    field.requiredWhen === undefined || holds(field.requiredWhen, (name) => answerOrContext(name, answers, context))
  );
}

/** The fields that are asked, in page order; those of one step when it is given. */
export function visibleFields(form: Form, answers: Answers, context: FormContext, stepId?: string): readonly Field[] {
  return form.fields.filter(
    (field) => (stepId === undefined || field.step === stepId) && isVisible(field, form, answers, context),
  );
}

/**
 * What may leave the browser: the answers to visible fields, trimmed, the empty ones left out. A hidden answer stays
 * in the draft in case its question comes back, and goes nowhere else.
 */
export function visibleAnswers(form: Form, answers: Answers, context: FormContext): Answers {
  const given = visibleFields(form, answers, context)
    .map(({ name }) => [name, typeof answers[name] === 'boolean' ? answers[name] : answerText(answers[name])] as const)
    .filter(([, answer]) => answer !== '');
  return Object.fromEntries(given);
}
