import type { Field } from './form.ts';

/** An answer as text: trimmed, a number as its digits, a checked box as `true`, and '' for everything else. */
export function answerText(answer: unknown): string {
  if (typeof answer === 'string') return answer.trim();
  if (typeof answer === 'number') return Number.isFinite(answer) ? String(answer) : '';
  return answer === true ? 'true' : '';
}

/** No answer needs more characters; the limit protects payloads. */
export const LONGEST_ANSWER = 1000;
export const TOO_LONG = `This answer cannot exceed ${LONGEST_ANSWER} characters`;

/** Such a text needs no change; nearly all texts match. */
const ASCII = /^[\x20-\x7e]*$/;

/** Characters that phones and input methods type instead of an ASCII character. */
const SIGNS: readonly (readonly [typed: RegExp, ascii: string])[] = [
  // Curly, low and angle quotation marks; primes; the acute accent; modifier letters used as apostrophes.
  [/[‘’‚‛′‵´ʹʻʼ‹›]/g, "'"],
  [/[“”„‟″‶ʺ«»]/g, '"'],
  // Hyphens, dashes and the minus sign.
  [/[‐‑‒–—―−﹘﹣]/g, '-'],
  [/…/g, '...'],
  // No-break, thin, em and ideographic spaces.
  [/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  // Full stops and commas of Chinese, Japanese and Arabic keyboards.
  [/[。｡]/g, '.'],
  [/[、､،٫]/g, ','],
  [/؛/g, ';'],
  [/؟/g, '?'],
  // Invisible characters: soft hyphen, byte order mark, direction marks, and, below, joiners without neighbours to join.
  [/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, ''],
  // The long vowel mark, typed with the hyphen key of Japanese keyboards, unless a kana precedes it. It is replaced before
  // the joiners are removed, since a joiner beside a hyphen joins nothing.
  [/([\dA-Za-z])[\u200c\u200d]*[ーｰ]/g, '$1-'],
  [/(^|\p{ASCII})[\u200c\u200d]+/gu, '$1'],
  [/[\u200c\u200d]+(\p{ASCII}|$)/gu, '$1'],
];

/** ！ to ～: the full-width forms of the printable ASCII characters. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_SHIFT = 0xfee0;

/**
 * The zeros of scripts with their own digits: Arabic, Persian, Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil,
 * Telugu, Kannada, Malayalam, Thai, Lao, Tibetan, Burmese, Khmer. The digits 1 to 9 follow each.
 */
const ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0,
];
const DIGITS = new Map(ZEROS.flatMap((zero) => Array.from({ length: 10 }, (_, n) => [char(zero + n), String(n)])));

function char(codePoint: number): string {
  return String.fromCodePoint(codePoint);
}

/**
 * Replaces what phones and input methods type instead of ASCII: curly quotes, dashes, other spaces, full-width characters,
 * digits of other scripts. Letters keep their marks and their script.
 */
export function toAscii(text: string): string {
  if (ASCII.test(text)) return text;
  const narrow = text.replace(FULL_WIDTH, (wide) => char(wide.charCodeAt(0) - FULL_WIDTH_SHIFT));
  const counted = narrow.replace(/\p{Nd}/gu, (digit) => DIGITS.get(digit) ?? digit);
  return SIGNS.reduce((some, [typed, ascii]) => some.replace(typed, ascii), counted);
}

/** Many countries write 6,5, and many decimal keypads have no full stop. */
const DECIMAL_COMMA = /^(\s*-?\d+),(\d+\s*)$/;

type Typed = Pick<Field, 'kind' | 'inputMode'>;

/** Control characters that separate words. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * The text of a field after it loses the focus, with ASCII forms (see `toAscii`). Control characters from pasted text
 * become a space or are removed.
 */
export function tidyText(field: Typed, text: string): string {
  if (field.kind !== 'text') return text;
  return inAscii(field, text.replace(BREAKS, ' ').replace(/\p{Cc}/gu, ''));
}

function inAscii({ kind, inputMode }: Typed, text: string): string {
  if (kind !== 'text') return text;
  const ascii = toAscii(text);
  return inputMode === 'decimal' ? ascii.replace(DECIMAL_COMMA, '$1.$2') : ascii;
}

/**
 * An answer as it is validated, reviewed and sent: trimmed, in its ASCII form, in the browser and on the server
 * (docs/decisions/0017-text-input.md). Control characters stay: the page never sends them, and the server refuses them.
 */
export function readAnswer(field: Typed, answer: unknown): string {
  return inAscii(field, answerText(answer)).trim();
}
