import type { Field } from './form.ts';
import { ruleHolds } from './rules.ts';
import { tidyText } from './typed-text.ts';

/**
 * Latin letters that ICAO Doc 9303, part 3, section 6 does not spell just without their marks. Of several spellings in its
 * table, we use the first: Ü is UE (not UXX or U), Ñ is N (not NXX).
 */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['Ä', 'AE'],
  ['Å', 'AA'],
  ['Æ', 'AE'],
  ['Ð', 'D'],
  ['Ö', 'OE'],
  ['Ø', 'OE'],
  ['Ü', 'UE'],
  ['Þ', 'TH'],
  ['ẞ', 'SS'],
  ['Đ', 'D'],
  ['Ħ', 'H'],
  ['Ĳ', 'IJ'],
  ['Ŀ', 'L'],
  ['Ł', 'L'],
  ['Ŋ', 'N'],
  ['Œ', 'OE'],
  ['Ŧ', 'T'],
]);
/** Small letters whose capital in Unicode is another letter or missing. */
const SMALL_LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ı', 'i'],
  // Typed instead of an apostrophe.
  ['`', "'"],
]);
const CAPITAL = /\p{Lu}/u;

/**
 * The spelling of a text in the machine-readable zone of a passport, in its own case: Müller becomes Mueller, MÜLLER
 * MUELLER, Nguyễn Nguyen. Letters of other scripts stay (docs/decisions/0017-text-input.md).
 */
export function passportSpelling(text: string): string {
  const letters = Array.from(text.normalize('NFC'));
  return letters.map((letter, i) => spelled(letter, letters[i - 1] ?? '', letters[i + 1] ?? '')).join('');
}

function spelled(letter: string, before: string, after: string): string {
  const small = SMALL_LETTERS.get(letter);
  if (small !== undefined) return small;
  const capitals = LETTERS.get(letter.toUpperCase());
  if (capitals === undefined) return withoutMarks(letter);
  if (!CAPITAL.test(letter)) return capitals.toLowerCase();
  const neighbour = /\p{L}/u.test(after) ? after : before;
  return CAPITAL.test(neighbour) ? capitals : capitals.slice(0, 1) + capitals.slice(1).toLowerCase();
}

/** A Latin letter without its marks; anything else unchanged. */
function withoutMarks(letter: string): string {
  const bare = letter.normalize('NFD').replace(/\p{M}/gu, '');
  return /^[A-Za-z]?$/.test(bare) ? bare : letter;
}

/** A suggestion for an answer that is not English text: its passport spelling. Undefined if that is not either. */
export function suggestedSpelling(field: Field, text: string): string | undefined {
  const spelling = tidyText(field, passportSpelling(text)).trim();
  const english = field.rules.find(({ test }) => test === 'english');
  if (english === undefined || spelling === '' || spelling === tidyText(field, text).trim()) return undefined;
  return ruleHolds(english, spelling, NO_DATE) ? spelling : undefined;
}

/**
 * A suggestion for a text that breaks a rule: its passport spelling, or a telephone number without forbidden characters.
 * The applicant must accept it.
 */
export function suggestedAnswer(field: Field, text: string): string | undefined {
  const wantsDigits = field.rules.some(({ test }) => test === 'digits');
  if (!wantsDigits) return suggestedSpelling(field, text);
  const digits = text.replace(/[\s+().-]/g, '');
  return digits !== text && /^\d+$/.test(digits) ? digits : undefined;
}

/** The rules used here need no date. */
const NO_DATE = { earliest: '', latest: '' };
