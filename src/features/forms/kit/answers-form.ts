import { createForm, type FormApi } from 'final-form';
import type { Answers, FieldErrors, Form } from '#domain/form/form.ts';
import type { Answer } from './controls.ts';

/** React Final Form, which owns the answers. */
export type AnswersForm = FormApi<Record<string, unknown>>;
export type AnswerChanges = Readonly<Record<string, Answer>>;
export type Validate = (answers: Answers) => FieldErrors;

interface AnswersFormOptions {
  /** The form's questions. */
  readonly catalogue: Form;
  /** The answers of the draft when the form comes to the screen. */
  readonly answers: Answers;
  readonly validate: Validate;
  /** Whether every answer validates the form, and not only leaving a field and `checkStep`. */
  readonly validateOnChange?: boolean;
}

const nothing = () => undefined;

/**
 * Makes a form with the answers of a draft as its initial values. All fields are registered as long as the form lives.
 * So a question that returns to the page finds its answer, and `getFieldState` knows it before it is rendered.
 */
export function createAnswersForm({
  catalogue,
  answers,
  validate,
  validateOnChange = false,
}: AnswersFormOptions): AnswersForm {
  const form = createForm<Record<string, unknown>>({
    initialValues: answers,
    validate,
    validateOnBlur: !validateOnChange,
    onSubmit: nothing,
  });
  for (const name of new Set(catalogue.fields.map((field) => field.name))) {
    form.registerField(name, nothing, {}, { silent: true });
  }
  return form;
}

/**
 * Stores the values of controls. A control that a browser extension has added is ignored.
 *
 * @param clearedBy the answers that the new answer to a field clears
 * @returns the changed answers, with the cleared ones
 */
export function takeAnswers(
  form: AnswersForm,
  answers: AnswerChanges,
  clearedBy: (name: string, answers: Answers) => readonly string[] = () => [],
): AnswerChanges {
  const { values } = form.getState();
  const changes: Record<string, Answer> = {};
  for (const [name, answer] of Object.entries(answers)) {
    if (form.getFieldState(name) === undefined) continue;
    if ((values[name] ?? (typeof answer === 'boolean' ? false : '')) !== answer) changes[name] = answer;
  }
  const next = { ...values, ...changes };
  for (const name of Object.keys(changes).flatMap((changed) => clearedBy(changed, next))) {
    if (next[name] !== undefined && next[name] !== '') changes[name] = '';
  }
  form.batch(() => {
    for (const [name, answer] of Object.entries(changes)) form.change(name, answer);
  });
  return changes;
}
