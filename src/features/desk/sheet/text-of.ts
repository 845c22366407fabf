import { refused } from './sheet-table.ts';

/** A way in which a text may be written, with some words as they would read. */
export interface EncodingChoice {
  readonly encoding: string;
  readonly label: string;
  readonly example: string;
}

/** The bytes do not say in which encoding the text is written, so that only a person can know. */
export class EncodingUnknown extends Error {
  override readonly name = 'EncodingUnknown';
  readonly choices: readonly EncodingChoice[];
  constructor(choices: readonly EncodingChoice[]) {
    super('the encoding of this text is unknown');
    this.choices = choices;
  }
}

const ENCODINGS: Readonly<Record<string, string>> = {
  'windows-1252': 'Western Europe',
  'windows-1250': 'Central Europe: Polish, Czech, Hungarian, Croatian',
  'windows-1254': 'Turkish',
  'windows-1258': 'Vietnamese',
  'windows-1251': 'Cyrillic: Russian, Mongolian, Ukrainian',
  'windows-1253': 'Greek',
  'iso-8859-7': 'Greek (ISO)',
  'windows-1257': 'Baltic',
  'windows-1256': 'Arabic, Persian, Urdu',
  'windows-1255': 'Hebrew',
  'windows-874': 'Thai',
  gb18030: 'Chinese, simplified',
  big5: 'Chinese, traditional',
  shift_jis: 'Japanese',
  'euc-kr': 'Korean',
  macintosh: 'Western Europe, old Mac',
};
const EXAMPLES = 3;

/**
 * The text of a file: UTF-8, UTF-16, or in the encoding that a person has chosen.
 *
 * @throws EncodingUnknown if one has to be chosen, SheetRefused if it is not text
 */
export function textOf(bytes: Uint8Array, encoding?: string): string {
  const wide = utf16Of(bytes);
  if (wide !== undefined) return withoutZeros(new TextDecoder(wide).decode(bytes));
  // A zero byte is in no other text, but in many other files.
  if (bytes.includes(0)) throw refused('unreadable');
  const text = decoded(bytes, 'utf-8');
  if (text !== undefined) return text;
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes).normalize();
  throw new EncodingUnknown(choicesFor(bytes));
}

/** Which UTF-16 a text begins in, by its mark or its zeros; undefined for another encoding. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // Without a mark: of two bytes for a Latin letter one is zero.
  const start = bytes.subarray(0, 200);
  const [even, odd] = [0, 1].map((parity) => start.filter((byte, at) => at % 2 === parity && byte === 0).length);
  const enough = Math.max(4, start.length / 4);
  if (odd! > enough && even === 0) return 'utf-16le';
  return even! > enough && odd === 0 ? 'utf-16be' : undefined;
}

function withoutZeros(text: string): string {
  if (text.includes('\0')) throw refused('unreadable');
  return text;
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Every encoding in which the bytes are a text, with its first words that are not plain English letters. */
function choicesFor(bytes: Uint8Array): readonly EncodingChoice[] {
  return Object.entries(ENCODINGS).flatMap(([encoding, label]) => {
    const text = decoded(bytes, encoding)?.normalize();
    if (text === undefined || /[\u0080-\u009f]/.test(text)) return [];
    const words = text.split(/[\s,;|"]+/).filter((word) => /[\u0080-\uffff]/.test(word));
    return [{ encoding, label, example: [...new Set(words)].slice(0, EXAMPLES).join(', ') }];
  });
}
