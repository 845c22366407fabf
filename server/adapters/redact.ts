const LONGEST = 200;
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
    let clean = text;
    const known = [...fixed, ...(options.dynamic?.() ?? [])].filter((secret) => secret.length > 3);
    for (const secret of known.sort((a, b) => b.length - a.length)) clean = clean.replaceAll(secret, '[removed]');
    return clean.replaceAll(ANY_URL, '[removed]').slice(0, LONGEST);
  };
}

function partsOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { host, hostname, pathname, search, searchParams } = new URL(url);
  const segments = pathname.split('/').filter((segment) => segment.length >= 12);
  const local = ['localhost', '127.0.0.1'].includes(hostname);
  return [host, ...(local ? [] : [hostname]), pathname + search, ...segments, ...searchParams.values()].filter(
    (part) => part.length > 6,
  );
}
