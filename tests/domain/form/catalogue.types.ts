import { expectTypeOf } from 'vitest';
import type { ConditionIn, defineFields, Entry } from '#domain/form/define-fields.ts';
import type { Rule } from '#domain/form/rules.ts';
import type { ShortValues } from '#domain/short/form.ts';
import type { StudentField, StudentValues } from '#domain/student/form.ts';
import type { text } from '#domain/student/offer-values.ts';
import type { Offer } from '#domain/student/to-cricos-offer.ts';

/** What compiles and what does not. `npm run check` judges it; nothing here is run. */

type Base = { readonly section: 's'; readonly label: 'Question' };
type Answerable = {
  readonly town: Base & { readonly kind: 'text'; readonly optional: true };
  readonly pets: Base & {
    readonly kind: 'radio';
    readonly options: readonly [{ value: 'Cat'; label: 'Cat' }, { value: 'Dog'; label: 'Dog' }];
    readonly required: 'Please select a pet';
  };
};
type With<Field> = Answerable & { readonly more: Base & { readonly kind: 'text'; readonly optional: true } & Field };
/** What `defineFields` asks of entries that were written like these. */
type Asked<E extends Readonly<Record<string, Entry>>> = Parameters<typeof defineFields<E>>[1];

// A condition on an existing field and option compiles.
type Right = With<{ readonly when: { readonly field: 'pets'; readonly is: 'Dog' } }>;
expectTypeOf<Right>().toExtend<Asked<Right>>();
expectTypeOf<{ field: 'variant'; is: 'agent' }>().toExtend<ConditionIn<Answerable>>();
expectTypeOf<{ all: [{ field: 'pets'; in: ['Cat', 'Dog'] }] }>().toExtend<ConditionIn<Answerable>>();
expectTypeOf<{ field: 'town'; is: 'any text' }>().toExtend<ConditionIn<Answerable>>();

// A condition with a wrong field name does not compile.
type WrongField = With<{ readonly when: { readonly field: 'pet'; readonly is: 'Dog' } }>;
expectTypeOf<WrongField>().not.toExtend<Asked<WrongField>>();
expectTypeOf<{ all: [{ field: 'pet'; is: 'Dog' }] }>().not.toExtend<ConditionIn<Answerable>>();

// A condition with a wrong option does not compile.
type WrongOption = With<{ readonly when: { readonly field: 'pets'; readonly is: 'Fish' } }>;
expectTypeOf<WrongOption>().not.toExtend<Asked<WrongOption>>();
expectTypeOf<{ field: 'pets'; in: ['Cat', 'Fish'] }>().not.toExtend<ConditionIn<Answerable>>();
expectTypeOf<{ field: 'profile'; is: 'library' }>().not.toExtend<ConditionIn<Answerable>>();

// An entry with its message compiles, and so does one that says it is optional.
expectTypeOf<Base & { kind: 'text'; required: 'Please answer' }>().toExtend<Entry>();
expectTypeOf<Base & { kind: 'text'; optional: true }>().toExtend<Entry>();

// An entry without a message does not compile.
expectTypeOf<Base & { kind: 'text' }>().not.toExtend<Entry>();
expectTypeOf<Base & { kind: 'text'; required: true }>().not.toExtend<Entry>();
expectTypeOf<Base & { kind: 'text'; optional: true; requiredWhen: { field: 'a'; is: 'b' } }>().not.toExtend<Entry>();

// An entry that is a choice does not compile without options.
expectTypeOf<Base & { kind: 'radio'; optional: true }>().not.toExtend<Entry>();
expectTypeOf<Base & { kind: 'select'; optional: true }>().not.toExtend<Entry>();
expectTypeOf<Base & { kind: 'text'; optional: true; options: [] }>().not.toExtend<Entry>();

// An entry does not compile with a rule without its message or its limit.
expectTypeOf<{ test: 'minLength'; limit: 2; message: 'Too short' }>().toExtend<Rule>();
expectTypeOf<{ test: 'minLength'; limit: 2 }>().not.toExtend<Rule>();
expectTypeOf<{ test: 'minLength'; message: 'Too short' }>().not.toExtend<Rule>();
expectTypeOf<{ test: 'latin'; message: 'Latin only' }>().not.toExtend<Rule>();

// What is derived from the catalogue: the values of the student application.
expectTypeOf<StudentValues['gender']>().toEqualTypeOf<'Male' | 'Female' | 'X' | 'Other/Not specified' | undefined>();
expectTypeOf<StudentValues['agreeToTerms']>().toEqualTypeOf<boolean | undefined>();
expectTypeOf<StudentValues['listeningScore']>().toEqualTypeOf<string | number | undefined>();
expectTypeOf<StudentValues['currentEmploymentStatus']>().toEqualTypeOf<string | undefined>();
expectTypeOf<{ gender: 'Man' }>().not.toExtend<StudentValues>();
expectTypeOf<'firstname'>().not.toExtend<StudentField>();
expectTypeOf<ShortValues['studentType']>().toEqualTypeOf<'International' | 'Domestic' | undefined>();

// What is derived from the catalogue: the offer, whose keys ask only for fields that exist.
expectTypeOf<Offer['Gender']>().toEqualTypeOf<'M' | 'F' | 'X'>();
expectTypeOf<Offer['ComplianceAndOtherInfo']['EngTestOverallScore']>().toEqualTypeOf<number | null>();
expectTypeOf<NonNullable<Offer['PostalAddress']>['IsPrimary']>().toEqualTypeOf<false>();
expectTypeOf<Offer['AppliedCourses'][number]['CampusId']>().toEqualTypeOf<1>();
expectTypeOf<'surname'>().not.toExtend<Parameters<typeof text>[0]>();
