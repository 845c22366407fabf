import type { Answers, Field, FieldErrors, Form } from './form.ts';
import { LONGEST_ANSWER, TOO_LONG } from './typed-text.ts';
import { fieldsByName } from './visible.ts';

export type ReadAnswers =
  | { readonly ok: true; readonly answers: Answers }
  | { readonly ok: false; readonly problems: FieldErrors };

/**
 * Parses answers from a request, or returns errors by field name: an unknown field, a value of the wrong type, a text of
 * more than `LONGEST_ANSWER` characters. Never throws. `validate` checks the answers themselves.
 */
export function readAnswers(form: Form, input: unknown): ReadAnswers {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { ok: false, problems: { values: 'Please send the answers as an object of field names and values' } };
  }
  const fields = fieldsByName(form);
  const problems: [string, string][] = [];
  for (const [name, value] of Object.entries(input)) {
    const problem = problemWith(fields.get(name)?.[0], value);
    if (problem !== undefined) problems.push([name, problem]);
  }
  if (problems.length > 0) return { ok: false, problems: Object.fromEntries(problems) };
  return { ok: true, answers: { ...input } };
}

function problemWith(field: Field | undefined, value: unknown): string | undefined {
  if (field === undefined) return 'This form has no such field';
  if (field.kind === 'checkbox') return typeof value === 'boolean' ? undefined : 'This answer must be true or false';
  if (field.inputMode === 'decimal' && typeof value === 'number') return undefined;
  if (typeof value !== 'string') return 'This answer must be text';
  return value.length > LONGEST_ANSWER ? TOO_LONG : undefined;
}
