/** Letters that are letters of their own, so that taking marks away does not reach them. */
const LETTERS: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
const OWN_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
const NON_ASCII = /[^\0-\x7f]/;

/**
 * A text as the search compares it: `Nguyễn Đức` and `NGUYEN DUC` are the same. Lower case, without diacritics,
 * typographic quotes as plain ones.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!NON_ASCII.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(OWN_LETTERS, (letter) => LETTERS[letter] ?? letter)
    .replace(/[‘’]/g, "'");
}
