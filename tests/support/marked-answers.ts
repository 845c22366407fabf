import type { Answers, Field, Form, FormContext } from '#domain/form/form.ts';
import { settingFor } from '../domain/support/catalogue.ts';

/**
 * Answers that a test recognizes anywhere, whole or truncated. Every text begins and ends with an odd syllable, every
 * number with odd digits. Choices and ticks are searched for unchanged.
 */
const HEAD = 'Zqxv';
const TAIL = 'Vkwj';
const DIGITS_HEAD = '6060606';
const DIGITS_TAIL = '8080808';
const PAST = '1987-03-';
const AHEAD = '2087-09-';
/** All marks, including dates in words. */
const PART_OF_A_MARK =
  /zqxv|vkwj|6060606|8080808|(?:1987|2087)-0[39]-|\d (?:March|September) (?:1987|2087)|(?:March|September) \d+, (?:1987|2087)/i;

export type MarkedAnswers = Readonly<Record<string, string | boolean>>;

/** A text that our code never writes. */
export const markedText = (what: string | number): string => `${HEAD}${what}${TAIL}`;
export const markedFileName = (slot: string): string => `${markedText(slot.replaceAll('-', ''))}.pdf`;

/**
 * An answer with a mark to every question of a form. Names and kinds come from the catalogue, so new fields are
 * covered. It meets as many conditions as one application can.
 */
export function markedAnswers(form: Form, { today }: Pick<FormContext, 'today'>): MarkedAnswers {
  const conditions = form.fields.map((field) => settingFor(field, form).answers).reduce(merged, {});
  const given = form.fields.map((field, index): [string, string | boolean] => [
    field.name,
    answerTo(field, index + 10, today.latest),
  ]);
  return merged(Object.fromEntries(given), conditions) as MarkedAnswers;
}

const merged = (one: Answers, more: Answers): Answers => ({ ...one, ...more });

function answerTo({ kind, options, rules }: Field, index: number, today: string): string | boolean {
  const tests = new Set(rules.map(({ test }) => test));
  if (kind === 'checkbox') return true;
  // The longest option is the oddest: no other word of the page is like it.
  if (options)
    return options
      .filter(({ disabled }) => !disabled)
      .map(({ value }) => value)
      .reduce(longer);
  if (kind === 'agent') return `${markedText(index)}|${markedText('Land')}`;
  if (tests.has('thisYearOrNext')) return String(Number(today.slice(0, 4)) + 1);
  if (kind === 'date' || kind === 'select') {
    const isPast = tests.has('notInFuture');
    return `${isPast ? PAST : AHEAD}${(index % 19) + 10}`;
  }
  if (tests.has('agentApplicationId')) return `AGT-2026-${HEAD.toUpperCase()}AB-606060`;
  if (tests.has('email')) return `${HEAD}${index}@${TAIL}.example`.toLowerCase();
  if (tests.has('decimal')) return `${DIGITS_HEAD}${index}.5`;
  const count = rules.find(({ test }) => test === 'digitCount');
  if (count && 'limit' in count) return DIGITS_HEAD.padEnd(count.limit, '1');
  if (tests.has('digits') || tests.has('telephone')) return `${DIGITS_HEAD}${index}${DIGITS_TAIL}`;
  return markedText(index);
}

const longer = (one: string, two: string): string => (two.length > one.length ? two : one);

/** Every place where a mark, a part of one or one of the choices appears, as 'path: the text there'. */
export function marksIn(shown: unknown, answers: MarkedAnswers): readonly string[] {
  const choices = Object.values(answers).filter((answer) => typeof answer === 'string');
  const isMarked = (text: string) =>
    PART_OF_A_MARK.test(text) ||
    choices.some((choice) => (choice.length > 5 ? text.includes(choice) : text === choice));
  const found: string[] = [];
  const look = (value: unknown, path: string) => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        if (!Array.isArray(value) && isMarked(key)) found.push(`${path}: the key ${key}`);
        // All ticks look the same, so a tick is searched for by its name.
        if (typeof item === 'boolean' && key in answers) found.push(`${path}.${key}: ${item}`);
        look(item, `${path}.${key}`);
      }
      return;
    }
    // Both a choice and a step may be a digit, so only marked numbers differ from the page's numbers.
    const isFigure = typeof value === 'number' && PART_OF_A_MARK.test(String(value));
    if (isFigure || (typeof value === 'string' && isMarked(value))) found.push(`${path}: ${value}`);
  };
  look(shown, '');
  return found;
}
