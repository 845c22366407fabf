import type { Condition, Field, FieldKind, ListName, Option, Profile, Variant } from './form.ts';
import type { Rule } from './rules.ts';

/** Options whose labels are their values. */
export function choices<const Value extends string>(
  ...values: readonly Value[]
): readonly { value: Value; label: Value }[] {
  return values.map((value) => ({ value, label: value }));
}

export const YES_OR_NO = choices('Yes', 'No');

/** The definition of a field without its name, which is its key, and its step. */
export type Entry = Pick<
  Field,
  'section' | 'label' | 'help' | 'autoComplete' | 'inputMode' | 'capitals' | 'width' | 'offer'
> & {
  readonly rules?: readonly Rule[];
  readonly when?: Condition;
} & Requirement &
  Choices;

/** An entry must have a message or be `optional`. */
type Requirement =
  | { readonly required: string; readonly requiredWhen?: Condition; readonly optional?: never }
  | { readonly optional: true; readonly required?: never; readonly requiredWhen?: never };

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

/** The fields that a condition may name: those of the same step, and the pseudo fields. */
type NameIn<E> = (keyof E & string) | 'variant' | 'profile';
type ValueIn<E, Name> = Name extends 'variant'
  ? Variant
  : Name extends 'profile'
    ? Profile
    : Name extends keyof E
      ? E[Name] extends { readonly options: readonly { readonly value: infer Value }[] }
        ? Value
        : string
      : never;

/** A condition whose fields exist and whose values can be chosen. */
export type ConditionIn<E> =
  | { [N in NameIn<E>]: { readonly field: N; readonly is: ValueIn<E, N> } }[NameIn<E>]
  | { [N in NameIn<E>]: { readonly field: N; readonly in: readonly ValueIn<E, N>[] } }[NameIn<E>]
  | { readonly all: readonly ConditionIn<E>[] };

type Conditions<E> = { readonly when?: ConditionIn<E>; readonly requiredWhen?: ConditionIn<E> };

/** The fields by name, each with the literal types of its entry. */
export type Defined<E> = { readonly [Name in keyof E]: E[Name] & Pick<Field, 'name' | 'step' | 'rules'> };

/**
 * The fields of one step; the key is the name. Does not compile if a condition names a missing field or option, or if an
 * entry has neither a message nor `optional`.
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

/** The type of an answer: the union of fixed options, a boolean for a checkbox, else text. */
type AnswerTo<F> = F extends { readonly kind: 'checkbox' }
  ? boolean
  : F extends { readonly optionsFrom: ListName }
    ? string
    : F extends { readonly options: readonly { readonly value: infer Value }[] }
      ? Value
      : F extends { readonly inputMode: 'decimal' }
        ? string | number
        : string;

export type ValuesOf<Fields> = { readonly [Name in keyof Fields]?: AnswerTo<Fields[Name]> };
