import type { FieldErrors, Form } from '#domain/form/form.ts';
import type { AnswersForm } from './answers-form.ts';

/**
 * Validates a step, as the Next button does. The messages of these fields show from now on.
 *
 * @param names the fields on the page
 * @returns the messages, by field and in page order; none if the step is valid
 */
export function checkStep(form: AnswersForm, names: readonly string[]): FieldErrors {
  validateOnce(form, () => {
    for (const name of names) form.blur(name);
  });
  return form.getState().errors ?? {};
}

/** Makes fields untouched again, so that they have no message when they return to the page. */
export function markUntouched(form: AnswersForm, names: readonly string[]): void {
  const touched = names.filter((name) => form.getFieldState(name)?.touched);
  if (touched.length === 0) return;
  validateOnce(form, () => {
    for (const name of touched) form.resetFieldState(name);
  });
}

/** Each of these changes would validate the whole step and notify all fields. Once at the end is enough. */
function validateOnce(form: AnswersForm, change: () => void): void {
  form.pauseValidation();
  form.batch(change);
  form.resumeValidation();
}

const NAMED_AT_MOST = 3;

/** The toast of a step with errors (R4.21); 1 is the first step. */
export function failedStepToast(catalogue: Form, step: number, errors: FieldErrors): string {
  const names = Object.keys(errors);
  if (names.length > NAMED_AT_MOST) {
    return `Please complete all required fields... ${names.length} fields need to be filled`;
  }
  const labels = names.map((name) => catalogue.fields.find((field) => field.name === name)?.label ?? name);
  return `Please complete the following required fields in ${catalogue.steps[step - 1]?.title}: ${labels.join(', ')}`;
}
