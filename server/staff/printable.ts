/** Characters that control a terminal: control characters, line breaks and direction marks. */
const ACTING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text for one printed line: control characters of terminals are escaped (`\u001b`). */
export const inOneLine = (text: string): string => text.replaceAll(ACTING, escaped);

/** The same for a text of several lines. */
export const printable = (text: string): string =>
  text.replaceAll(ACTING, (character) => (character === '\n' ? character : escaped(character)));
