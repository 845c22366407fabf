const LONGEST = 200;
/** Only this many characters are searched; the rest is never shown or logged. */
const LONGEST_SEARCHED = 8192;
const ANY_URL = /\bhttps?:\/\/[^\s"'<>]+/gi;

/** Removes secrets and addresses from a text from outside, and cuts it to 200 characters. */
export type Redact = (text: string) => string;

/** Masks secrets, addresses, hosts, and parts of paths that may be keys. `dynamic`: secrets issued at run time. */
export function createRedact(options: {
  readonly secrets: readonly string[];
  readonly urls: readonly string[];
  readonly dynamic?: () => readonly string[];
}): Redact {
  const fixed = [...options.urls, ...options.urls.flatMap(partsOf), ...options.secrets];
  return (text) => {
    const known = [...fixed, ...(options.dynamic?.() ?? [])];
    // Configured values first: an address with a masked part would no longer match.
    const named = withoutSecrets(text.slice(0, LONGEST_SEARCHED), known).replaceAll(NAMED, `$1$2${REMOVED}`);
    const clean = named.replaceAll(ANY_URL, REMOVED);
    return (text.length > LONGEST_SEARCHED ? withoutEnd(clean, known) : clean).slice(0, LONGEST);
  };
}

const REMOVED = '[removed]';
/** A shorter part of a path or a query is a word, not a key. */
const KEY_LENGTH = 16;

/** Values that are named like a secret: `password=…`, `"token": "…"`, `Authorization: Basic …`. */
const NAMED =
  /\b(pass(?:word|wd|phrase)?|pwd|secret|(?:access|refresh|id)[_-]?token|token|api[_-]?key|signature|sig|authorization)(["']?\s*[:=]\s*(?:(?:basic|bearer)\s+)?)("[^"]*"?|'[^']*'?|[^\s"',;&}<]+)/gi;

/** A text without these secrets. The longest first, since one may contain another. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  [...secrets].sort((a, b) => b.length - a.length).reduce((rest, secret) => rest.replaceAll(secret, REMOVED), text);

/** The end of a truncated text may contain half a secret: removes as many characters as the longest secret has. */
export function withoutEnd(text: string, secrets: readonly string[]): string {
  const longest = Math.max(0, ...secrets.map(({ length }) => length));
  return text.slice(0, Math.max(0, text.length - longest));
}

function partsOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { host, hostname, pathname, search, searchParams } = new URL(url);
  const keys = [pathname + search, ...pathname.split('/'), ...searchParams.values()];
  return [
    // A host name without a dot, in the same network, is an ordinary word.
    ...(hostname.includes('.') ? [host, hostname] : []),
    ...keys.filter(({ length }) => length >= KEY_LENGTH),
  ];
}
