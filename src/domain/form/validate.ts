import { isFormDate } from './calendar.ts';
import type { Answers, Field, FieldErrors, Form, FormContext, Option } from './form.ts';
import { type Rule, ruleHolds } from './rules.ts';
import { LONGEST_ANSWER, readAnswer, TOO_LONG } from './typed-text.ts';
import { isRequired, visibleFields } from './visible.ts';

/** For choices and dates that the page cannot produce. */
const NOT_IN_LIST = 'Please select an option from the list';
export const NO_DATE = 'Please enter a valid date';

/**
 * Validates every visible answer: at most one message for each field, in page order. Checks required, then the list or
 * the date, then the field's rules (R4.1). Never throws.
 */
export function validate(form: Form, answers: Answers, context: FormContext): FieldErrors {
  return messages(visibleFields(form, answers, context), answers, context);
}

/** The same for the fields of one step. */
export function validateStep(form: Form, stepId: string, answers: Answers, context: FormContext): FieldErrors {
  return messages(visibleFields(form, answers, context, stepId), answers, context);
}

/**
 * Adds errors for incomplete dates, which the browser returns as empty. The message says that the date is not valid, not
 * that it is missing; also for optional dates.
 *
 * @param errors the errors found by `validate`
 * @returns one message for each field, in page order
 */
export function withIncompleteDates(form: Form, errors: FieldErrors, unreadable: readonly string[]): FieldErrors {
  if (unreadable.length === 0) return errors;
  const all: FieldErrors = { ...errors, ...Object.fromEntries(unreadable.map((name) => [name, NO_DATE])) };
  const names = new Set(form.fields.map(({ name }) => name));
  return Object.fromEntries([...names].flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}

/** A warning about an answer that is still accepted. */
export function adviseField(form: Form, name: string, answers: Answers, context: FormContext): string | undefined {
  const field = visibleFields(form, answers, context).find((one) => one.name === name);
  if (field === undefined) return undefined;
  const text = readAnswer(field, answers[name]);
  if (text === '') return undefined;
  return field.rules.find((rule) => rule.advice && !ruleHolds(rule, text, context.today))?.message;
}

function messages(fields: readonly Field[], answers: Answers, context: FormContext): FieldErrors {
  const found: [string, string][] = [];
  for (const field of fields) {
    const message = messageFor(field, answers, context);
    if (message !== undefined) found.push([field.name, message]);
  }
  return Object.fromEntries(found);
}

function messageFor(field: Field, answers: Answers, context: FormContext): string | undefined {
  const text = readAnswer(field, answers[field.name]);
  if (text === '') return isRequired(field, answers, context) ? field.required : undefined;
  if (!isListed(field, text, context)) return field.required ?? NOT_IN_LIST;
  if (field.kind === 'date' && !isFormDate(text)) return NO_DATE;
  const broken = field.rules.find((rule) => !rule.advice && !ruleHolds(rule, text, context.today));
  if (broken) return wording(broken, context);
  return text.length > LONGEST_ANSWER ? TOO_LONG : undefined;
}

function wording(rule: Rule, context: FormContext): string {
  return (context.profile === 'form-library' && rule.formLibraryMessage) || rule.message;
}

/** Whether the live or the built-in list has the choice; true without options. */
function isListed({ options, optionsFrom }: Field, value: string, { lists }: FormContext): boolean {
  if (options === undefined || choicesOf(options).has(value)) return true;
  const live = (optionsFrom && lists?.[optionsFrom]) ?? [];
  return live.some((option) => option.value === value && !option.disabled);
}

const choices = new WeakMap<readonly Option[], ReadonlySet<string>>();

/** Cached, since some lists have hundreds of entries. */
function choicesOf(options: readonly Option[]): ReadonlySet<string> {
  const known = choices.get(options);
  if (known) return known;
  const values = new Set(options.filter(({ disabled }) => !disabled).map(({ value }) => value));
  choices.set(options, values);
  return values;
}
