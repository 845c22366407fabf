/**
 * A spreadsheet takes a cell that begins so for a formula, and could be made to run it: also after spaces, and with the
 * wide signs of East Asian keyboards.
 */
const LIKE_FORMULA = /^'*\s*[=+\-@\t\r\n＝＋－＠]/;
const MADE_HARMLESS = /^''*\s*[=+\-@\t\r\n＝＋－＠]/;

/**
 * A text for a file that a spreadsheet opens without knowing what is text: an apostrophe before what would be a formula.
 * `unharmed` gives back every text as it was.
 */
export const harmless = (text: string): string => (LIKE_FORMULA.test(text) ? `'${text}` : text);

export const unharmed = (written: string): string => (MADE_HARMLESS.test(written) ? written.slice(1) : written);
