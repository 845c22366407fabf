import { isCalendarDate, type Today, yearsBefore } from './calendar.ts';

/**
 * A rule as data: the test, its limit and the message of the specification. `formLibraryMessage` is the second wording, if
 * any (R4.10); `advice` makes the rule a warning only. `help` is added to the field's help while the message is shown.
 */
export type Rule = RuleTest & {
  readonly message: string;
  readonly formLibraryMessage?: string;
  readonly advice?: true;
  readonly help?: string;
};

type RuleTest =
  | { readonly test: UnlimitedTest }
  | { readonly test: 'minLength' | 'maxLength' | 'minimum' | 'yearsAgo' | 'digitCount'; readonly limit: number };

type UnlimitedTest =
  | 'english'
  | 'email'
  | 'digits'
  | 'telephone'
  | 'decimal'
  | 'notInFuture'
  | 'inFuture'
  | 'thisYearOrNext'
  | 'nameAndCountry'
  | 'acnCheckDigit'
  | 'abnCheckDigits'
  | 'agentApplicationId';

/** Letters, digits, spaces and - . , ' " ( ) & @ # $ % / \ : ; ! ? and nothing else (R4.4). */
const ENGLISH = /^[A-Za-z0-9 \-.,'"()&@#$%/\\:;!?]*$/;
/** One @, no spaces, a dot in the domain and no empty part. */
const EMAIL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
/** Scores have at most one decimal (R4.16). */
const DECIMAL = /^-?\d+(\.\d)?$/;

/** Whether a rule holds for an answer that is not empty. `text` is trimmed. */
export function ruleHolds(rule: Rule, text: string, today: Today): boolean {
  switch (rule.test) {
    case 'english':
      return ENGLISH.test(text);
    case 'email':
      return EMAIL.test(text);
    case 'digits':
      return /^\d+$/.test(text);
    case 'telephone':
      return /^[\d +()-]+$/.test(text) && /\d/.test(text);
    case 'decimal':
      return DECIMAL.test(text);
    case 'minimum':
      return Number(text) >= rule.limit;
    case 'minLength':
      return text.length >= rule.limit;
    case 'maxLength':
      return text.length <= rule.limit;
    case 'notInFuture':
      return isCalendarDate(text) && text <= today.latest;
    case 'inFuture':
      return isCalendarDate(text) && text > today.earliest;
    case 'yearsAgo':
      return isCalendarDate(text) && text <= yearsBefore(today.latest, rule.limit);
    case 'thisYearOrNext':
      return [yearOf(today.earliest), yearOf(today.latest), yearOf(today.latest) + 1].map(String).includes(text);
    case 'nameAndCountry':
      return isNameAndCountry(text);
    case 'digitCount':
      return /^[\d ]+$/.test(text) && text.replaceAll(' ', '').length === rule.limit;
    case 'acnCheckDigit':
      return acnCheckDigitHolds(text);
    case 'abnCheckDigits':
      return abnCheckDigitsHold(text);
    case 'agentApplicationId':
      return /^AGT-\d{4}-[A-Z0-9]{6}-\d{6}$/.test(text);
  }
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

function isNameAndCountry(text: string): boolean {
  const parts = text.split('|').map((part) => part.trim());
  return parts.length === 2 && parts.every((part) => part !== '');
}

const digitsOf = (text: string) => Array.from(text.replaceAll(' ', ''), Number);
const weighted = (digits: readonly number[], weights: readonly number[]) =>
  weights.reduce((sum, weight, i) => sum + weight * (digits[i] ?? 0), 0);

/**
 * Whether the last of an Australian Company Number's nine digits is the check digit of the eight before it, as ASIC
 * publishes it: weights 8 to 1, the sum's complement to ten. Spaces do not count.
 */
export function acnCheckDigitHolds(text: string): boolean {
  const digits = digitsOf(text);
  const complement = (10 - (weighted(digits, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10;
  return digits.length === 9 && digits[8] === complement;
}

/**
 * Whether an Australian Business Number's eleven digits pass the published test of the Australian Business Register:
 * one less in the first digit, weights 10, 1, 3, 5, … 19, the sum divisible by 89. Spaces do not count.
 */
export function abnCheckDigitsHold(text: string): boolean {
  const digits = digitsOf(text);
  const [first = 0, ...rest] = digits;
  const sum = weighted([first - 1, ...rest], [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
  return digits.length === 11 && sum % 89 === 0;
}
