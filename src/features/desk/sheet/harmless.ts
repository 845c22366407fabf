/** A spreadsheet takes a cell that begins so for a formula, and could be made to run it. */
const LIKE_FORMULA = /^'*[=+\-@\t\r]/;
const MADE_HARMLESS = /^''*[=+\-@\t\r]/;

/**
 * A text for a file that a spreadsheet opens without knowing what is text: an apostrophe before what would be a formula.
 * `unharmed` gives back every text as it was.
 */
export const harmless = (text: string): string => (LIKE_FORMULA.test(text) ? `'${text}` : text);

export const unharmed = (written: string): string => (MADE_HARMLESS.test(written) ? written.slice(1) : written);
