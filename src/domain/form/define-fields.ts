import type { Condition, Field, FieldKind, ListName, Option, Profile, Variant } from './form.ts';
import type { Rule } from './rules.ts';

/** Options whose values are also what is read. */
export function choices<const Value extends string>(
  ...values: readonly Value[]
): readonly { value: Value; label: Value }[] {
  return values.map((value) => ({ value, label: value }));
}

/** The answers to most questions of the form. */
export const YES_OR_NO = choices('Yes', 'No');

/** What one field says of itself: everything but its name, which is its key, and its step. */
export type Entry = Pick<
  Field,
  'section' | 'label' | 'help' | 'autoComplete' | 'inputMode' | 'capitals' | 'width' | 'offer'
> & {
  readonly rules?: readonly Rule[];
  readonly when?: Condition;
} & Requirement &
  Choices;

/** A message cannot be forgotten: an entry either has one or says that the answer is optional. */
type Requirement =
  | { readonly required: string; readonly requiredWhen?: Condition; readonly optional?: never }
  | { readonly optional: true; readonly required?: never; readonly requiredWhen?: never };

/** A choice needs something to choose from. */
type Choices =
  | { readonly kind: 'select' | 'radio'; readonly options: readonly Option[]; readonly optionsFrom?: ListName }
  | { readonly kind: 'select'; readonly options?: never; readonly optionsFrom: 'intakes' | 'intakeYears' }
  | { readonly kind: 'hidden'; readonly options?: readonly Option[]; readonly optionsFrom?: never }
  | {
      readonly kind: Exclude<FieldKind, 'select' | 'radio' | 'hidden'>;
      readonly options?: never;
      readonly optionsFrom?: never;
    };

type Entries = Readonly<Record<string, Entry>>;

/** The fields a condition may name: those defined beside it, and the pseudo fields. */
type NameIn<E> = (keyof E & string) | 'variant' | 'profile';
/** The answers that such a field can have. */
type ValueIn<E, Name> = Name extends 'variant'
  ? Variant
  : Name extends 'profile'
    ? Profile
    : Name extends keyof E
      ? E[Name] extends { readonly options: readonly { readonly value: infer Value }[] }
        ? Value
        : string
      : never;

/** A condition whose names exist and whose values can be chosen. */
export type ConditionIn<E> =
  | { [N in NameIn<E>]: { readonly field: N; readonly is: ValueIn<E, N> } }[NameIn<E>]
  | { [N in NameIn<E>]: { readonly field: N; readonly in: readonly ValueIn<E, N>[] } }[NameIn<E>]
  | { readonly all: readonly ConditionIn<E>[] };

type Conditions<E> = { readonly when?: ConditionIn<E>; readonly requiredWhen?: ConditionIn<E> };

/** The fields by name, each with the literal types of its entry. */
export type Defined<E> = { readonly [Name in keyof E]: E[Name] & Pick<Field, 'name' | 'step' | 'rules'> };

/**
 * Makes the fields of one step from their entries; the key is the name. Does not compile with a condition on a field
 * or an option that is not there, nor with an entry that has neither a message nor `optional`.
 */
export function defineFields<const E extends Entries>(
  step: string,
  entries: E & { readonly [Name in keyof E]: Conditions<E> },
): Defined<E> {
  const fields = Object.entries<Entry>(entries).map(([name, { optional: _, ...entry }]) => [
    name,
    { rules: [], ...entry, name, step },
  ]);
  return Object.fromEntries(fields);
}

/** The answer that a field takes: its options where they are few and fixed, a boolean for a tick, else text. */
type AnswerTo<F> = F extends { readonly kind: 'checkbox' }
  ? boolean
  : F extends { readonly optionsFrom: ListName }
    ? string
    : F extends { readonly options: readonly { readonly value: infer Value }[] }
      ? Value
      : F extends { readonly inputMode: 'decimal' }
        ? string | number
        : string;

/** The answers to the defined fields; any of them may not be given yet. */
export type ValuesOf<Fields> = { readonly [Name in keyof Fields]?: AnswerTo<Fields[Name]> };
