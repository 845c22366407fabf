import { midnightUtc } from '../form/calendar.ts';
import { YES_OR_NO } from '../form/define-fields.ts';
import type { Answers, Field } from '../form/form.ts';
import { answerText } from '../form/typed-text.ts';
import type { Shape } from '../payload/shape.ts';
import { Value } from '../payload/template.ts';
import { type StudentField, type StudentFields, studentForm } from './form.ts';

export const TEXT: Shape = { is: 'text' };
export const INSTANT: Shape = { is: 'date-time' };

/** The answer to a field as text; null if it is missing. */
export function answerOrNull(answers: Answers, field: StudentField): string | null {
  return answerText(answers[field]) || null;
}

/** The same value in every payload. */
export const fixed = <const Type extends string | number | boolean>(constant: Type) =>
  new Value(() => constant, { oneOf: [constant] });

/** A list that has no entry in any payload. */
export const empty = new Value((): readonly [] => [], { listOf: TEXT, length: [0, 0] });

/** The unchanged answer; null if it was not given or not asked, never an empty string (R8.2). */
export const text = (field: StudentField) => textFrom((answers) => answerOrNull(answers, field), field);

/** A text computed from one or more answers. */
export const textFrom = <Facts>(
  make: (answers: Answers, facts: Facts) => string | null,
  ...fields: readonly StudentField[]
) => new Value(make, { ...TEXT, optional: true }, ...fields);

/** Several answers joined by spaces, without missing ones; null if all are missing. */
export const joined = (...fields: readonly StudentField[]) =>
  textFrom((answers) => fields.flatMap((field) => answerOrNull(answers, field) ?? []).join(' ') || null, ...fields);

/** The type of an answer in the offer (R8.2): a boolean, a number, or text; dates are midnight UTC. */
type Sent<F> = F extends { readonly options: typeof YES_OR_NO }
  ? boolean
  : F extends { readonly inputMode: 'decimal' }
    ? number
    : string;

/** The name of a key in one object of the offer: 'Suburb' of 'CurrentAddress.Suburb' below 'CurrentAddress'. */
type KeyBelow<Parent extends string, Path> = Parent extends ''
  ? Path extends `${string}.${string}`
    ? never
    : Path
  : Path extends `${Parent}.${infer Key}`
    ? Key
    : never;

type OfferPath<F> = F extends { readonly offer: infer Path extends string } ? Path : never;

/** The keys of one object of the offer that have one unchanged answer each. */
export type PlainKeys<Parent extends string> = {
  readonly [Name in keyof StudentFields as KeyBelow<Parent, OfferPath<StudentFields[Name]>>]: Value<
    Sent<StudentFields[Name]> | null,
    unknown
  >;
};

/**
 * The keys of one object of the offer with one unchanged answer each, from the fields' `offer` entries; '' is the offer
 * itself. A missing answer is null, never an empty string (R8.2).
 */
export function plainKeys<Parent extends string>(parent: Parent): PlainKeys<Parent> {
  const start = parent === '' ? '' : `${parent}.`;
  const keys = studentForm.fields.flatMap((field) => {
    const key = field.offer?.startsWith(start) ? field.offer.slice(start.length) : '';
    return key === '' || key.includes('.') ? [] : [[key, plainValue(field)] as const];
  });
  return Object.fromEntries(keys) as PlainKeys<Parent>;
}

function plainValue(field: Field): Value<string | number | boolean | null, unknown> {
  const { shape, from } = conversionOf(field);
  return new Value(
    (answers) => {
      const answer = answerText(answers[field.name]);
      return answer === '' ? null : from(answer);
    },
    { ...shape, optional: true },
    field.name,
  );
}

interface Conversion {
  readonly shape: Shape;
  readonly from: (answer: string) => string | number | boolean;
}

function conversionOf({ kind, options, inputMode }: Field): Conversion {
  if (options === YES_OR_NO) return { shape: { is: 'true or false' }, from: (answer) => answer === 'Yes' };
  if (inputMode === 'decimal') return { shape: { is: 'number' }, from: Number };
  if (kind === 'date') return { shape: { is: 'date-time' }, from: midnightUtc };
  if (kind !== 'radio') return { shape: { is: 'text' }, from: String };
  return { shape: { oneOf: (options ?? []).map(({ value }) => value) }, from: String };
}
