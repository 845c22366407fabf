import type { Answers, Form, FormContext } from '#domain/form/form.ts';
import { validate } from '#domain/form/validate.ts';

/** The message that a field gets where the whole form is validated; undefined where its answer is right or it is hidden. */
export const messageOf = (form: Form, name: string, answers: Answers, context: FormContext): string | undefined =>
  validate(form, answers, context)[name];
