const READABLE = /json|text|xml|x-www-form-urlencoded/;
/** Characters of a body that are kept. */
const LONGEST = 200_000;

/** The body as text, of a copy; a word in its place for bytes and for streams that do not end. '' when there is none. */
export async function readableBody(message: Request | Response): Promise<string> {
  if (message.body === null) return '';
  const type = message.headers.get('content-type') ?? '';
  if (type.includes('event-stream')) return '(a stream of events)';
  if (!READABLE.test(type)) return `(${type || 'bytes'})`;
  const text = await message.clone().text();
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Headers as data, names in lower case. */
export const plainHeaders = (headers: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));

/** Path and query of an address on our own server; undefined for any other. */
export function ownPath(address: string): string | undefined {
  const url = new URL(address, location.href);
  return url.origin === location.origin ? url.pathname + url.search : undefined;
}
