const LONGEST = 200;
/** Only this many characters are searched, since nothing beyond them is ever shown or logged. */
const LONGEST_SEARCHED = 8192;
const ANY_URL = /\bhttps?:\/\/[^\s"'<>]+/gi;

/** Removes what must not leave the server from a text that came from outside; 200 characters at most. */
export type Redact = (text: string) => string;

/**
 * Knows every configured secret and address: the address itself, its host, and the parts of its path and query that
 * are long enough to be keys. `dynamic` names secrets that come up at run time (tokens).
 */
export function createRedact(options: {
  readonly secrets: readonly string[];
  readonly urls: readonly string[];
  readonly dynamic?: () => readonly string[];
}): Redact {
  const fixed = [...options.urls, ...options.urls.flatMap(partsOf), ...options.secrets];
  return (text) => {
    const known = [...fixed, ...(options.dynamic?.() ?? [])];
    const start = text.length > LONGEST_SEARCHED ? cut(text, known) : text;
    // The known ones first: an address with a part that is gone is not found any more.
    const named = withoutLong(start, known).replaceAll(NAMED, `$1$2${REMOVED}`);
    const clean = withoutWords(named, known);
    return clean.replaceAll(ANY_URL, REMOVED).slice(0, LONGEST);
  };
}

const REMOVED = '[removed]';
/** No ordinary word is that long. */
const LONG = 16;
const SHORT = 8;

/**
 * Whether a text occurs among others by chance: it is short, or a word, or a number. A gap in its place would tell what
 * it is (docs/decisions/masking.md).
 */
export function isOrdinary(text: string): boolean {
  return text.length < SHORT || (text.length < LONG && /^(?:\p{L}+|\d+)$/u.test(text));
}

/** What is called a secret is one, whatever it is: `password=…`, `"token": "…"`, `Authorization: Basic …`. */
const NAMED =
  /\b(pass(?:word|wd|phrase)?|pwd|secret|(?:access|refresh|id)[_-]?token|token|api[_-]?key|signature|sig|authorization)(["']?\s*[:=]\s*(?:(?:basic|bearer)\s+)?)("[^"]*"?|'[^']*'?|[^\s"',;&}<]+)/gi;

/**
 * A text without these secrets, wherever they occur. Of one that is an ordinary word no gap may tell: a text that has it
 * as a word is left out whole.
 */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  withoutWords(withoutLong(text, secrets), secrets);

function withoutLong(text: string, secrets: readonly string[]): string {
  // The longest first, since one may contain another.
  const sought = secrets.filter((secret) => !isOrdinary(secret)).sort((a, b) => b.length - a.length);
  return sought.reduce((rest, secret) => rest.replaceAll(secret, REMOVED), text);
}

const withoutWords = (text: string, secrets: readonly string[]): string =>
  secrets.some((secret) => isOrdinary(secret) && hasWord(text, secret)) ? REMOVED : text;

function hasWord(text: string, word: string): boolean {
  if (word === '' || !text.includes(word)) return false;
  const literal = word.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'u').test(text);
}

/** The beginning of a text, without the beginning of a secret at its end: a secret that is cut in two is not found. */
function cut(text: string, secrets: readonly string[]): string {
  let start = text.slice(0, LONGEST_SEARCHED);
  // Repeated, since the end of a whole secret may be the beginning of another: without it that one is cut in two.
  for (let begun = longestBegun(start, secrets); begun > 0; begun = longestBegun(start, secrets)) {
    start = start.slice(0, -begun);
  }
  return start;
}

const longestBegun = (text: string, secrets: readonly string[]): number =>
  Math.max(0, ...secrets.filter((secret) => !isOrdinary(secret)).map((secret) => begunAtEnd(text, secret)));

/** How many characters at the end of a text are the first ones of a secret. */
function begunAtEnd(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}

function partsOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { host, hostname, pathname, search, searchParams } = new URL(url);
  const segments = pathname.split('/').filter((segment) => segment.length >= 12);
  const local = ['localhost', '127.0.0.1'].includes(hostname);
  const parts = [host, ...(local ? [] : [hostname]), pathname + search, ...segments, ...searchParams.values()];
  // A word of the path is no key, and a neighbour's name in the same network no address that helps anybody.
  return parts.filter((part) => !isOrdinary(part));
}
