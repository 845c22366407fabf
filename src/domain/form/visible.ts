import type { Answers, Condition, Field, Form, FormContext } from './form.ts';
import { answerText, readAnswer, tidyText } from './typed-text.ts';

/** Whether a condition holds, given how to read the answer to a field ('' for none). */
export function holds(condition: Condition, answerTo: (field: string) => string): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, answerTo));
  const answer = answerTo(condition.field);
  return 'is' in condition ? answer === condition.is : condition.in.includes(answer);
}

/** Reads an answer, or what the context says where a condition names a pseudo field. */
function answerOrContext(name: string, answers: Answers, context: FormContext): string {
  if (name === 'variant') return context.variant ?? 'direct';
  if (name === 'profile') return context.profile ?? 'wizard';
  return answerText(answers[name]);
}

/** Every field that a condition names, pseudo fields included. */
export function fieldsNamedIn(condition: Condition): readonly string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsNamedIn);
  return [condition.field];
}

const indexes = new WeakMap<Form, ReadonlyMap<string, readonly Field[]>>();

/** The fields of a form by name, found once: conditions are asked a hundred times for one look at a form. */
export function fieldsByName(form: Form): ReadonlyMap<string, readonly Field[]> {
  const known = indexes.get(form);
  if (known) return known;
  const index = new Map<string, readonly Field[]>();
  for (const field of form.fields) index.set(field.name, [...(index.get(field.name) ?? []), field]);
  indexes.set(form, index);
  return index;
}

/** Whether a field is asked: its condition holds, and the fields it depends on are themselves asked. */
export function isVisible(field: Field, form: Form, answers: Answers, context: FormContext): boolean {
  if (field.when === undefined) return true;
  return holds(field.when, (name) => {
    const entries = fieldsByName(form).get(name) ?? [];
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

declare const visible: unique symbol;
/** Answers that may leave the browser: only `visibleAnswers` makes them, and every payload is made of them. */
export type VisibleAnswers = Answers & { readonly [visible]: true };

/**
 * The answers to visible fields as `readAnswer` reads them, the empty ones left out. A hidden answer stays in the draft
 * in case its question comes back, and goes nowhere else.
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

/** What a control of a form holds once it has been left, given its name and its text; see `tidyText`. */
export function tidyAnswer(form: Form, name: string, text: string): string {
  const field = fieldsByName(form).get(name)?.[0];
  return field ? tidyText(field, text) : text;
}
