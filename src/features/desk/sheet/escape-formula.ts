/**
 * A spreadsheet takes a cell that begins so for a formula, and could be made to run it: also after spaces, and with the
 * wide signs of East Asian keyboards.
 */
const LIKE_FORMULA = /^'*\s*[=+\-@\t\r\n＝＋－＠]/;
const ESCAPED = /^''*\s*[=+\-@\t\r\n＝＋－＠]/;

/**
 * A text for a file that a spreadsheet opens without knowing what is text: an apostrophe before what would be a formula.
 * `unescapeFormula` gives back every text as it was.
 */
export const escapeFormula = (text: string): string => (LIKE_FORMULA.test(text) ? `'${text}` : text);

export const unescapeFormula = (written: string): string => (ESCAPED.test(written) ? written.slice(1) : written);
