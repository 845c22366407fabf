import { expect, test } from 'vitest';
import { studentForm } from '#domain/student/form.ts';
import { failedStepToast } from '#features/forms/kit/check-step.ts';

const errorsOf = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'a message']));

test('up to three messages: the toast names the step and its fields by their labels', () => {
  expect(failedStepToast(studentForm, 1, errorsOf('title', 'firstName', 'email'))).toBe(
    'Please complete the following required fields in Personal Information: Title, First name, Email address',
  );
});

test('more than three: the toast counts them, the dots as they stand', () => {
  const errors = errorsOf('title', 'firstName', 'email', 'gender');
  expect(failedStepToast(studentForm, 1, errors)).toBe(
    'Please complete all required fields... 4 fields need to be filled',
  );
});
