import { agencyForm } from '#domain/agency/form.ts';
import type { Answers, Condition, Field, Form, FormContext } from '#domain/form/form.ts';
import type { Rule } from '#domain/form/rules.ts';
import { shortForm } from '#domain/short/form.ts';
import { studentForm } from '#domain/student/form.ts';
import { TODAY } from './applications.ts';

export const FORMS: readonly Form[] = [studentForm, agencyForm, shortForm];

/** Every entry of every form, for `test.each`: a title and the two. */
export const ENTRIES = FORMS.flatMap((form) =>
  form.fields.map((field) => [`${form.id}: ${field.name} (${field.section})`, field, form] as const),
);

/** Answers and a variant, and nothing else, under which something applies. */
interface Setting {
  readonly answers: Answers;
  readonly context: FormContext;
}

const NOTHING: Setting = { answers: {}, context: { today: TODAY } };

/** The least that brings a field in. */
export function settingFor(field: Field, form: Form): Setting {
  return field.when === undefined ? NOTHING : satisfying(field.when, form);
}

function satisfying(condition: Condition, form: Form): Setting {
  if ('all' in condition) return condition.all.map((part) => satisfying(part, form)).reduce(merged, NOTHING);
  const value = 'is' in condition ? condition.is : condition.in[0];
  if (condition.field === 'variant') {
    return { answers: {}, context: { today: TODAY, variant: value === 'agent' ? 'agent' : 'direct' } };
  }
  const own = { answers: { [condition.field]: value }, context: NOTHING.context };
  const parent = form.fields.find((field) => field.name === condition.field);
  return parent ? merged(own, settingFor(parent, form)) : own;
}

function merged(a: Setting, b: Setting): Setting {
  return { answers: { ...a.answers, ...b.answers }, context: { ...a.context, ...b.context } };
}

/** An answer that breaks this rule and none before it; with TODAY being 15 June 2026. */
export function breaking(rule: Rule): string {
  switch (rule.test) {
    case 'english':
      return 'Zoë Nguyễn 张伟 🙂';
    case 'email':
      return 'no address';
    case 'digits':
      return '12x4';
    case 'telephone':
      return 'call us';
    case 'decimal':
      return 'six';
    case 'minimum':
      return String(rule.limit - 0.1);
    case 'minLength':
      return 'A'.repeat(rule.limit - 1);
    case 'maxLength':
      return 'A'.repeat(rule.limit + 1);
    case 'digitCount':
      return '1'.repeat(rule.limit + 1);
    case 'yearsAgo':
      return `${2026 - rule.limit}-06-16`;
    case 'notInFuture':
      return '2026-06-16';
    case 'inFuture':
      return '2026-06-15';
    case 'thisYearOrNext':
      return '2028';
    case 'nameAndCountry':
      return 'Harbour Bridge|';
    case 'acnCheckDigit':
      return '004085617';
    case 'abnCheckDigits':
      return '51824753557';
    case 'agentApplicationId':
      return 'AGT-2026-ABCDEF-12345';
  }
}

/** The answer closest to breaking it that still holds. */
export function keeping(rule: Rule): string {
  switch (rule.test) {
    case 'english':
      return `Aa 09 -.,'"()&@#$%/\\:;!?z`;
    case 'email':
      return 'a@b.c';
    case 'digits':
      return '0';
    case 'telephone':
      return '+0 ()-';
    case 'decimal':
      return '0.1';
    case 'minimum':
      return String(rule.limit);
    case 'minLength':
    case 'maxLength':
      return 'A'.repeat(rule.limit);
    case 'digitCount':
      return '1'.repeat(rule.limit);
    case 'yearsAgo':
      return `${2026 - rule.limit}-06-15`;
    case 'notInFuture':
      return '2016-06-15';
    case 'inFuture':
      return '2026-06-16';
    case 'thisYearOrNext':
      return '2027';
    case 'nameAndCountry':
      return 'A|B';
    case 'acnCheckDigit':
      return '004085616';
    case 'abnCheckDigits':
      return '51824753556';
    case 'agentApplicationId':
      return 'AGT-2026-ABC123-123456';
  }
}
