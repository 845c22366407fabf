import { answerText } from '../form/answer-text.ts';
import { midnightUtc } from '../form/calendar.ts';
import type { Answers } from '../form/form.ts';
import { Value } from '../payload/template.ts';
import type { StudentField } from './form.ts';

/**
 * How answers become values of the offer (contract §5): an answer that was not given or not asked is null, never an
 * empty string; calendar dates are midnight UTC; Yes and No are booleans; scores are numbers.
 */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

export const isText = (value: unknown) => typeof value === 'string' && value !== '';
export const isInstant = (value: unknown) => typeof value === 'string' && INSTANT.test(value);
const orNull = (fits: (value: unknown) => boolean) => (value: unknown) => value === null || fits(value);

/** The answer to a field as text, null when it was not given. */
export function given(answers: Answers, field: StudentField): string | null {
  return answerText(answers[field]) || null;
}

/** The same value in every payload. */
export const fixed = <const Type>(constant: Type) =>
  new Value(
    () => constant,
    (value) => value === constant || JSON.stringify(value) === JSON.stringify(constant),
  );

/** The answer as it stands. */
export const text = (field: StudentField) => new Value((answers) => given(answers, field), orNull(isText), field);

/** A text made of one or more answers by a named function. */
export const textFrom = <Facts>(
  make: (answers: Answers, facts: Facts) => string | null,
  ...fields: readonly StudentField[]
) => new Value(make, orNull(isText), ...fields);

/** Several answers in one text, joined by single spaces, missing parts left out; null when all are missing. */
export const joined = (...fields: readonly StudentField[]) =>
  textFrom((answers) => fields.flatMap((field) => given(answers, field) ?? []).join(' ') || null, ...fields);

/** A calendar date as midnight UTC of that date, never shifted. */
export const date = (field: StudentField) =>
  new Value(
    (answers) => {
      const day = given(answers, field);
      return day === null ? null : midnightUtc(day);
    },
    orNull(isInstant),
    field,
  );

/** Yes or No as a boolean. */
export const flag = (field: StudentField) =>
  new Value(
    (answers) => {
      const answer = given(answers, field);
      return answer === null ? null : answer === 'Yes';
    },
    orNull((value) => typeof value === 'boolean'),
    field,
  );

/** A score as a number. */
export const score = (field: StudentField) =>
  new Value(
    (answers) => {
      const answer = given(answers, field);
      return answer === null ? null : Number(answer);
    },
    orNull((value) => typeof value === 'number' && Number.isFinite(value)),
    field,
  );
