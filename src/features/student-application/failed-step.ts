import type { Field, FieldErrors } from '#domain/form/form.ts';

const NAMED_AT_MOST = 3;

/** The toast of a step that cannot be left (contract §7 "Toasts of a failed step"). */
export function failedStepToast(stepTitle: string, errors: FieldErrors, fields: readonly Field[]): string {
  const names = Object.keys(errors);
  if (names.length > NAMED_AT_MOST) {
    return `Please complete all required fields... ${names.length} fields need to be filled`;
  }
  const labels = names.map((name) => fields.find((field) => field.name === name)?.label ?? name);
  return `Please complete the following required fields in ${stepTitle}: ${labels.join(', ')}`;
}

/** The toast when judging itself went wrong (specification, section 8). */
export const JUDGING_FAILED = 'An error occurred while validating the form. Please try again.';
