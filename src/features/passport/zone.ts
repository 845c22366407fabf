/*
 * The machine-readable zone of a passport: two lines of 44 characters (ICAO Doc 9303 part 4, 4.2). Only the second line
 * has check digits (part 3, 4.9), not the names in the first.
 */

/** A zone with valid check digits. */
export interface PassportZone {
  readonly number: string;
  /** One to three letters. */
  readonly nationality: string;
  /** yyyy-MM-dd */
  readonly birthDate: string;
  /** yyyy-MM-dd */
  readonly expiryDate: string;
  /** Undefined if unspecified. */
  readonly sex: 'M' | 'F' | undefined;
  /** As read, without check digits. */
  readonly familyName: string;
  readonly givenNames: string;
}

const LENGTH = 44;
const WEIGHTS = [7, 3, 1] as const;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** '<' counts as 0. */
function checkDigitOf(text: string): string {
  const sum = [...text].reduce((total, character, at) => {
    return total + Math.max(0, ALPHABET.indexOf(character)) * (WEIGHTS[at % 3] ?? 0);
  }, 0);
  return String(sum % 10);
}

/** Corrections for a letter in the place of a digit, and the reverse. */
const AS_DIGIT: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
};
const AS_LETTER: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 6: 'G', 8: 'B' };
const replaced = (text: string, by: Readonly<Record<string, string>>): string =>
  [...text].map((character) => by[character] ?? character).join('');

/** Keeps only the characters of a zone: capitals, digits and '<'. */
const cleaned = (line: string): string =>
  line
    .toUpperCase()
    .replaceAll(/[«‹]/g, '<')
    .replaceAll(/[^A-Z0-9<]/g, '');

/** Undefined unless all check digits are valid. `today` (yyyy-MM-dd) decides the century of a birth. */
export function readZone(lines: readonly [string, string], today: string): PassportZone | undefined {
  const [first, second] = [cleaned(lines[0]), cleaned(lines[1])];
  for (const line of linesOfLength(second)) {
    const proved = readSecondLine(line, today);
    if (proved) return { ...proved, ...namesOf(first) };
  }
  return undefined;
}

/** Corrects the length to 44: a reader may miss some of many '<' in a row. */
function linesOfLength(line: string): readonly string[] {
  if (line.length === LENGTH) return [line];
  const [fillers] = [...line.slice(28).matchAll(/<{2,}/g)].sort((one, other) => other[0].length - one[0].length);
  if (fillers === undefined) return [];
  const at = 28 + fillers.index;
  const length = fillers[0].length + LENGTH - line.length;
  return length < 0 ? [] : [line.slice(0, at) + '<'.repeat(length) + line.slice(at + fillers[0].length)];
}

type CheckedZone = Omit<PassportZone, 'familyName' | 'givenNames'>;

function readSecondLine(line: string, today: string): CheckedZone | undefined {
  const digits = (from: number, to: number) => replaced(line.slice(from, to), AS_DIGIT);
  const [birth, birthCheck, expiry, expiryCheck] = [digits(13, 19), digits(19, 20), digits(21, 27), digits(27, 28)];
  const [number, numberCheck] = [line.slice(0, 9), digits(9, 10)];
  const [own, ownCheck, wholeCheck] = [line.slice(28, 42), line.slice(42, 43), digits(43, 44)];
  const [birthDate, expiryDate] = [dateOf(birth, today), dateOf(expiry)];
  const isOwn = checkDigitOf(own) === (ownCheck === '<' ? '0' : replaced(ownCheck, AS_DIGIT));
  if (!birthDate || !expiryDate || !isOwn) return undefined;
  if (checkDigitOf(birth) !== birthCheck || checkDigitOf(expiry) !== expiryCheck) return undefined;
  const end = `${birth}${birthCheck}${expiry}${expiryCheck}${own}${ownCheck === '<' ? '<' : replaced(ownCheck, AS_DIGIT)}`;
  const proved = similarNumbers(number).filter(
    (one) => checkDigitOf(one) === numberCheck && checkDigitOf(`${one}${numberCheck}${end}`) === wholeCheck,
  );
  const [found] = proved;
  if (found === undefined || (proved.length > 1 && found !== number)) return undefined;
  const nationality = replaced(line.slice(10, 13), AS_LETTER).replaceAll('<', '');
  if (!/^[A-Z]{1,3}$/.test(nationality)) return undefined;
  const sex = line.slice(20, 21);
  return {
    number: found.replaceAll('<', ''),
    nationality,
    birthDate,
    expiryDate,
    sex: sex === 'M' || sex === 'F' ? sex : undefined,
  };
}

/** The number as read, then with one character replaced by a similar letter or digit. */
function similarNumbers(number: string): readonly string[] {
  const others = [...number].flatMap((character, at) => {
    const alike = [AS_DIGIT[character], AS_LETTER[character]].filter((one) => one !== undefined);
    return alike.map((one) => number.slice(0, at) + one + number.slice(at + 1));
  });
  return [number, ...others];
}

/** The date of 'yyMMdd': a birth is not after `today`, other dates are in this century. Undefined if there is no such day. */
function dateOf(text: string, today?: string): string | undefined {
  if (!/^\d{6}$/.test(text)) return undefined;
  const inCentury = (century: number) => `${century}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
  const date = today !== undefined && inCentury(20) > today ? inCentury(19) : inCentury(20);
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined;
}

function namesOf(first: string): Pick<PassportZone, 'familyName' | 'givenNames'> {
  const [family = '', given = ''] = replaced(first.slice(5), AS_LETTER).split('<<');
  const asName = (text: string) => text.replaceAll(/<+/g, ' ').trim();
  return { familyName: asName(family), givenNames: asName(given) };
}
