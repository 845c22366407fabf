import { answerText } from '../form/answer-text.ts';
import { midnightUtc } from '../form/calendar.ts';
import { YES_OR_NO } from '../form/choices.ts';
import type { Field } from '../form/form.ts';
import type { Shape } from '../payload/shape.ts';
import { Value } from '../payload/template.ts';
import { type StudentFields, studentForm } from './form.ts';

/** What the answer to a field is in the offer (contract §5): a boolean, a number, or text; dates are midnight UTC. */
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

/** The keys of one object of the offer that take one answer each. */
export type PlainKeys<Parent extends string> = {
  readonly [Name in keyof StudentFields as KeyBelow<Parent, OfferPath<StudentFields[Name]>>]: Value<
    Sent<StudentFields[Name]> | null,
    unknown
  >;
};

/**
 * The keys of one object of the offer that take one answer as it stands, as the fields' entries name them (`offer`);
 * '' for the offer itself. An answer that was not given or not asked is null, never an empty string (contract §5).
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
  const { shape, from } = wayOf(field);
  return new Value(
    (answers) => {
      const answer = answerText(answers[field.name]);
      return answer === '' ? null : from(answer);
    },
    { ...shape, optional: true },
    field.name,
  );
}

interface Way {
  readonly shape: Shape;
  readonly from: (answer: string) => string | number | boolean;
}

function wayOf({ kind, options, inputMode }: Field): Way {
  if (options === YES_OR_NO) return { shape: { is: 'true or false' }, from: (answer) => answer === 'Yes' };
  if (inputMode === 'decimal') return { shape: { is: 'number' }, from: Number };
  if (kind === 'date') return { shape: { is: 'date-time' }, from: midnightUtc };
  if (kind !== 'radio') return { shape: { is: 'text' }, from: String };
  return { shape: { oneOf: (options ?? []).map(({ value }) => value) }, from: String };
}
