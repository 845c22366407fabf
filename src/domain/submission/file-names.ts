/** The file types that the forms accept, by content. */
export type FileKind = 'pdf' | 'doc' | 'docx' | 'jpg' | 'png';

/** A length that file systems and mail programs support. */
const LONGEST = 200;

/** A fast check: most names need no replacement. */
const PLAIN = /^\w[\w .()-]{0,199}$/;

/** Replaces path separators and control characters in the applicant's file name by `_` (R9.7). */
function safeName(name: string): string {
  if (PLAIN.test(name)) return name;
  const clean = Array.from(name.normalize('NFC'), (character) => (isUnsafe(character) ? '_' : character)).join('');
  const short = clean.length > LONGEST ? shortened(clean) : clean;
  return /^[.\s]*$/.test(short) ? `document${short.trim()}` : short;
}

/** A document to send: the applicant's file name, and its type if known. */
export interface NamedFile {
  readonly name: string;
  readonly kind?: FileKind | undefined;
}

/** Safe names in order, each with the extension of its content. Equal ones get `-2`, `-3`, … before the extension. */
export function outgoingNames(files: readonly NamedFile[]): readonly string[] {
  const taken = new Set<string>();
  return files.map(({ name, kind }) => {
    const safe = kind === undefined ? safeName(name) : withExtension(safeName(name), kind);
    let unique = safe;
    for (let n = 2; taken.has(unique); n += 1) unique = numbered(safe, n);
    taken.add(unique);
    return unique;
  });
}

/** The standard extension first, then equivalent ones. */
const EXTENSIONS: Readonly<Record<FileKind, readonly [string, ...string[]]>> = {
  pdf: ['pdf'],
  doc: ['doc'],
  docx: ['docx'],
  jpg: ['jpg', 'jpeg'],
  png: ['png'],
};

/** Some systems drop dots and spaces at the end of a name, which would change its extension. */
const TRAILING = /[.\s]+$/;

function withExtension(name: string, kind: FileKind): string {
  const trimmed = name.replace(TRAILING, '');
  const given = split(trimmed).extension.slice(1).toLowerCase();
  if (EXTENSIONS[kind].includes(given)) return trimmed;
  const extension = `.${EXTENSIONS[kind][0]}`;
  return `${trimmed.slice(0, LONGEST - extension.length)}${extension}`;
}

const PATH_CHARACTERS = new Set('/\\:*?"<>|');

function isUnsafe(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
  /** Direction marks can make `exe` look like `pdf`; lone surrogates are not valid text. */
  const isDeceiving = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return isControl || isDeceiving || (code >= 0xd800 && code <= 0xdfff) || PATH_CHARACTERS.has(character);
}

function numbered(name: string, n: number): string {
  const { base, extension } = split(name);
  return `${base}-${n}${extension}`;
}

function shortened(name: string): string {
  const { base, extension } = split(name);
  const kept = extension.slice(0, 20);
  return base.slice(0, LONGEST - kept.length) + kept;
}

function split(name: string): { base: string; extension: string } {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? { base: name.slice(0, dot), extension: name.slice(dot) } : { base: name, extension: '' };
}
