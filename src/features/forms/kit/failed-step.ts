import type { FieldErrors, Form } from '#domain/form/form.ts';

const NAMED_AT_MOST = 3;

/** The toast of a step that cannot be left, 1 for the first (contract §7 "Toasts of a failed step"). */
export function failedStepToast(form: Form, step: number, errors: FieldErrors): string {
  const names = Object.keys(errors);
  if (names.length > NAMED_AT_MOST) {
    return `Please complete all required fields... ${names.length} fields need to be filled`;
  }
  const labels = names.map((name) => form.fields.find((field) => field.name === name)?.label ?? name);
  return `Please complete the following required fields in ${form.steps[step - 1]?.title}: ${labels.join(', ')}`;
}
