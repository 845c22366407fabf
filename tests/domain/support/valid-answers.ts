import fc from 'fast-check';
import type { Answers, Field, Form, FormContext } from '#domain/form/form.ts';
import { isVisible } from '#domain/form/visible.ts';

/** A mark in every answer that must not be sent. */
export const HIDDEN = 'HIDDEN';

const MARKS = `ABCXYZabcxyz0189 -.,'"()&@#$%/\\:;!?`;

/** Answers that a form accepts, with HIDDEN in every text that its conditions hide. */
export function validAnswers(form: Form, context: FormContext): fc.Arbitrary<Answers> {
  const byName = new Map(form.fields.map((field) => [field.name, field]));
  const model = Object.fromEntries([...byName].map(([name, field]) => [name, answerTo(field)]));
  return fc.record<Record<string, unknown>>(model).map((answers) => {
    const shown = (name: string) =>
      form.fields.some((field) => field.name === name && isVisible(field, form, answers, context));
    const entries = Object.entries(answers).map(([name, answer]) => [name, shown(name) ? answer : `${HIDDEN} ${name}`]);
    return Object.fromEntries(entries);
  });
}

function answerTo(field: Field): fc.Arbitrary<unknown> {
  const answer = givenAnswerTo(field);
  return field.required === undefined ? fc.oneof(answer, fc.constantFrom('', '  ', undefined)) : answer;
}

function givenAnswerTo(field: Field): fc.Arbitrary<unknown> {
  if (field.kind === 'checkbox') return field.required ? fc.constant(true) : fc.boolean();
  if (field.options) {
    return fc.constantFrom(...field.options.filter((option) => !option.disabled).map((option) => option.value));
  }
  const tests = new Set(field.rules.map((rule) => rule.test));
  if (tests.has('notInFuture')) return date('1900-01-01', '2016-06-15');
  if (tests.has('inFuture')) return date('2026-06-16', '2099-12-31');
  if (field.kind === 'date') return date('1900-01-01', '2099-12-31');
  if (tests.has('thisYearOrNext')) return fc.constantFrom('2026', '2027');
  if (tests.has('nameAndCountry')) return fc.tuple(english(0, 40), english(0, 40)).map((parts) => parts.join('|'));
  if (tests.has('agentApplicationId')) return fc.constant('AGT-2026-ABC123-123456');
  if (tests.has('email')) return fc.constantFrom('a@b.c', 'wei.zhang@mail.example', "o'brien+1@a-b.co");
  if (tests.has('telephone')) return fc.constantFrom('1', '+84 (24) 3825-1234');
  if (tests.has('digits')) return fc.stringMatching(/^\d{1,15}$/);
  if (tests.has('decimal'))
    return fc.integer({ min: 0, max: 1200 }).chain((n) => fc.constantFrom(n / 10, String(n / 10)));
  const count = field.rules.find((rule) => rule.test === 'digitCount');
  if (count && 'limit' in count) return fc.constant('1'.repeat(count.limit));
  return english(limitOf(field, 'minLength') ?? 0, limitOf(field, 'maxLength') ?? 200);
}

function limitOf(field: Field, test: 'minLength' | 'maxLength'): number | undefined {
  const rule = field.rules.find((one) => one.test === test);
  return rule && 'limit' in rule ? rule.limit : undefined;
}

/** English text that starts and ends with a letter, so that trimming leaves it as it is. */
function english(min: number, max: number): fc.Arbitrary<string> {
  const middle = fc.string({ unit: fc.constantFrom(...MARKS), minLength: Math.max(0, min - 2), maxLength: max - 2 });
  return middle.map((text) => `A${text}z`);
}

function date(min: string, max: string): fc.Arbitrary<string> {
  return fc
    .date({ min: new Date(min), max: new Date(max), noInvalidDate: true })
    .map((moment) => moment.toISOString().slice(0, 10));
}
