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

/** A number as its cell shows it where the format only asks for zeros in front: 200 as 0000 is 0200. */
export function withZeros(number: string, format: string): string {
  return /^0+$/.test(format) && /^\d+$/.test(number) ? number.padStart(format.length, '0') : number;
}
