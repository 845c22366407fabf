import { abnCheckDigitsHold, acnCheckDigitHolds } from '../agency/check-digits.ts';
import { isCalendarDate, yearsBefore } from './calendar.ts';
import type { Today } from './today.ts';

/**
 * A rule is data: what is tested, its limit if it has one, and the message word for word. `formLibraryMessage` is the
 * other wording where the specification has two; `advice` makes it a word of warning that refuses nothing.
 */
export type Rule = RuleTest & {
  readonly message: string;
  readonly formLibraryMessage?: string;
  readonly advice?: true;
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

/** Letters, digits, spaces and - . , ' " ( ) & @ # $ % / \ : ; ! ? and nothing else (spec §5 "Free text"). */
const ENGLISH = /^[A-Za-z0-9 \-.,'"()&@#$%/\\:;!?]*$/;
/** The usual shape of an address: one @, no spaces, a dot in the domain and no empty part. */
const EMAIL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
/** Scores go in steps of 0.1 (spec §9). */
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
