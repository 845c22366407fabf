import { answerText } from '../form/answer-text.ts';
import type { Answers } from '../form/form.ts';
import type { Shape } from '../payload/shape.ts';
import { Value } from '../payload/template.ts';
import type { StudentField } from './form.ts';

export const TEXT: Shape = { is: 'text' };
export const INSTANT: Shape = { is: 'date-time' };

/** The answer to a field as text, null when it was not given. */
export function given(answers: Answers, field: StudentField): string | null {
  return answerText(answers[field]) || null;
}

/** The same value in every payload. */
export const fixed = <const Type extends string | number | boolean>(constant: Type) =>
  new Value(() => constant, { oneOf: [constant] });

/** A list that has no entry in any payload. */
export const empty = new Value((): readonly [] => [], { listOf: TEXT, length: [0, 0] });

/** The answer as it stands; null where it was not given or not asked, never an empty string (contract §5). */
export const text = (field: StudentField) => textFrom((answers) => given(answers, field), field);

/** A text made of one or more answers by a named function. */
export const textFrom = <Facts>(
  make: (answers: Answers, facts: Facts) => string | null,
  ...fields: readonly StudentField[]
) => new Value(make, { ...TEXT, optional: true }, ...fields);

/** Several answers in one text, joined by single spaces, missing parts left out; null when all are missing. */
export const joined = (...fields: readonly StudentField[]) =>
  textFrom((answers) => fields.flatMap((field) => given(answers, field) ?? []).join(' ') || null, ...fields);
