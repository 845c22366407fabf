import type { Field } from './form.ts';

/**
 * An answer as text: trimmed, a number as its digits, a tick as `true`, and '' for anything that was not answered or is no
 * answer at all.
 */
export function answerText(answer: unknown): string {
  if (typeof answer === 'string') return answer.trim();
  if (typeof answer === 'number') return Number.isFinite(answer) ? String(answer) : '';
  return answer === true ? 'true' : '';
}

/** No answer needs more characters; it keeps one field from filling a payload. */
export const LONGEST_ANSWER = 1000;
export const TOO_LONG = `This answer cannot exceed ${LONGEST_ANSWER} characters`;

/** Nothing to do for such a text; nearly all are. */
const ASCII = /^[\x20-\x7e]*$/;

/** Signs that phones and input methods put in place of an ASCII sign. */
const SIGNS: readonly (readonly [typed: RegExp, ascii: string])[] = [
  // Curly, low and angle quotation marks; primes; the acute accent and the letters that stand in for an apostrophe.
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
  // Signs without a width: soft hyphen, byte order mark, marks of direction, and, below, joiners that join nothing.
  [/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, ''],
  // The long vowel mark, which is the hyphen key of Japanese keyboards, if no vowel precedes it. Before the
  // joiners, since a joiner beside it joins nothing either once it is a hyphen.
  [/([\dA-Za-z])[\u200c\u200d]*[ーｰ]/g, '$1-'],
  [/(^|\p{ASCII})[\u200c\u200d]+/gu, '$1'],
  [/[\u200c\u200d]+(\p{ASCII}|$)/gu, '$1'],
];

/** ！ to ～: the printable ASCII signs in the width of a Chinese character. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_SHIFT = 0xfee0;

/**
 * The zeros of the digits that applicants' keyboards have: Arabic, Persian, Devanagari, Bengali, Gurmukhi, Gujarati,
 * Oriya, Tamil, Telugu, Kannada, Malayalam, Thai, Lao, Tibetan, Burmese, Khmer. Nine more follow each.
 */
const ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0,
];
const DIGITS = new Map(ZEROS.flatMap((zero) => Array.from({ length: 10 }, (_, n) => [char(zero + n), String(n)])));

function char(codePoint: number): string {
  return String.fromCodePoint(codePoint);
}

/**
 * The ASCII form of what phones and input methods type for it: curly quotes, dashes, spaces of other widths,
 * full-width letters and signs, digits of other scripts. Letters keep their marks and their script.
 */
export function toAscii(text: string): string {
  if (ASCII.test(text)) return text;
  const narrow = text.replace(FULL_WIDTH, (wide) => char(wide.charCodeAt(0) - FULL_WIDTH_SHIFT));
  const counted = narrow.replace(/\p{Nd}/gu, (digit) => DIGITS.get(digit) ?? digit);
  return SIGNS.reduce((some, [typed, ascii]) => some.replace(typed, ascii), counted);
}

/** Half the world writes 6,5, and many decimal keypads have no full stop. */
const DECIMAL_COMMA = /^(\s*-?\d+),(\d+\s*)$/;

type Typed = Pick<Field, 'kind' | 'inputMode'>;

/** Control signs that part words. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * What a typed field holds once it has been left: `text` in ASCII as far as that is only another way to type it. Control
 * signs, which come with pasted text, become a space or nothing.
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
 * The answer to a field as it is judged, shown in the review and sent, by browser and server alike: trimmed text, and
 * what was typed in its ASCII form, whether or not the field has been left (docs/decisions/0017-text-input.md). Control signs
 * stay: no control of the page sends them, so that the server refuses them.
 */
export function readAnswer(field: Typed, answer: unknown): string {
  return inAscii(field, answerText(answer)).trim();
}
