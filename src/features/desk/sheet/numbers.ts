const SCIENTIFIC = /^([+-]?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/;
/** Spreadsheets keep this many digits of a number, and make zeros of the others. */
const KEPT_DIGITS = 15;
const LONGEST = 40;

/** A number as a spreadsheet stores it (6.1412345678E10), written out without loss: 61412345678. */
export function writtenOut(stored: string): string {
  const found = SCIENTIFIC.exec(stored);
  if (!found) return stored;
  const [, sign = '', whole = '', fraction = '', power = ''] = found;
  const digits = whole + fraction;
  const point = whole.length + Number(power);
  if (Math.abs(point) > LONGEST) return stored;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = point <= 0 ? 1 : point;
  const left = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const right = padded.slice(at).replace(/0+$/, '');
  return `${sign === '-' ? '-' : ''}${left}${right && `.${right}`}`;
}

/** Whether a spreadsheet may have put zeros for the last digits of this number. */
export const isRounded = (number: string): boolean => number.replace(/\D/g, '').replace(/^0+/, '').length > KEPT_DIGITS;

/** A text such as 6.14E+10, which a spreadsheet has made of a long number: its digits are lost. */
export const isShortened = (text: string): boolean => /^\d(?:[.,]\d+)?E\+\d+$/i.test(text.trim());

/** A number with a fraction as it was typed: 7.1 is stored as 7.0999999999999996. */
export const asTyped = (number: string): string =>
  number.includes('.') && isRounded(number) ? String(Number(Number(number).toPrecision(KEPT_DIGITS))) : number;

/** A number with the zeros in front that its format asks for: 200 as 0000 is 0200, 412345678 as 0000 000 000 0412345678. */
export function withZeros(number: string, format: string): string {
  const [shown = ''] = format.replace(/[\\"]/g, '').split(';');
  const isPadded = /^[0 +()/-]+$/.test(shown) && /^\d+$/.test(number);
  return isPadded ? number.padStart(shown.replace(/[^0]/g, '').length, '0') : number;
}
