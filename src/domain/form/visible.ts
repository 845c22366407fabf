import type { Answers, Condition, Field, Form, FormContext } from './form.ts';
import { answerText, readAnswer, tidyText } from './typed-text.ts';

/** `answerTo` returns the answer to a field, '' for none. */
export function conditionHolds(condition: Condition, answerTo: (field: string) => string): boolean {
  if ('all' in condition) return condition.all.every((part) => conditionHolds(part, answerTo));
  const answer = answerTo(condition.field);
  return 'is' in condition ? answer === condition.is : condition.in.includes(answer);
}

/** An answer, or the context's value for a pseudo field. */
function answerOrContext(name: string, answers: Answers, context: FormContext): string {
  if (name === 'variant') return context.variant ?? 'direct';
  if (name === 'profile') return context.profile ?? 'wizard';
  return answerText(answers[name]);
}

/** Includes pseudo fields. */
export function fieldsNamedIn(condition: Condition): readonly string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsNamedIn);
  return [condition.field];
}

const indexes = new WeakMap<Form, ReadonlyMap<string, readonly Field[]>>();

/** Cached, since checking a form evaluates a hundred conditions. */
export function fieldsByName(form: Form): ReadonlyMap<string, readonly Field[]> {
  const known = indexes.get(form);
  if (known) return known;
  const index = new Map<string, readonly Field[]>();
  for (const field of form.fields) index.set(field.name, [...(index.get(field.name) ?? []), field]);
  indexes.set(form, index);
  return index;
}

/** Whether a field's condition holds and the fields that it depends on are visible. */
export function isVisible(field: Field, form: Form, answers: Answers, context: FormContext): boolean {
  if (field.when === undefined) return true;
  return conditionHolds(field.when, (name) => {
    const entries = fieldsByName(form).get(name) ?? [];
    const isPseudo = entries.length === 0;
    const counts = isPseudo || entries.some((other) => isVisible(other, form, answers, context));
    return counts ? answerOrContext(name, answers, context) : '';
  });
}

/** Whether a visible field must be answered, in the profile of the context. */
export function isRequired(field: Field, answers: Answers, context: FormContext): boolean {
  if (field.required === undefined) return false;
  return (
    field.requiredWhen === undefined ||
    conditionHolds(field.requiredWhen, (name) => answerOrContext(name, answers, context))
  );
}

/** The visible fields in page order; of one step if given. */
export function visibleFields(form: Form, answers: Answers, context: FormContext, stepId?: string): readonly Field[] {
  return form.fields.filter(
    (field) => (stepId === undefined || field.step === stepId) && isVisible(field, form, answers, context),
  );
}

declare const visible: unique symbol;
/** Answers that may be sent: only `visibleAnswers` returns this type, and every payload requires it. */
export type VisibleAnswers = Answers & { readonly [visible]: true };

/**
 * The answers to visible fields, read by `readAnswer`, without empty ones. A hidden answer stays in the draft, in case its
 * question is shown again, and is never sent.
 */
export function visibleAnswers(form: Form, answers: Answers, context: FormContext): VisibleAnswers {
  const given: Record<string, string | boolean> = {};
  for (const field of visibleFields(form, answers, context)) {
    const answer = answers[field.name];
    const read = typeof answer === 'boolean' ? answer : readAnswer(field, answer);
    if (read !== '') given[field.name] = read;
  }
  return given as VisibleAnswers;
}

/** The text of a control after it loses the focus; see `tidyText`. */
export function tidyAnswer(form: Form, name: string, text: string): string {
  const field = fieldsByName(form).get(name)?.[0];
  return field ? tidyText(field, text) : text;
}
