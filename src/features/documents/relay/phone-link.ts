import { documentLabel } from '#domain/submission/document-label.ts';

/** What a phone learns from its link, all of it behind the `#`, which no browser sends. */
export interface PhoneLink {
  readonly id: string;
  readonly writer: string;
  /** The key that seals, as text. */
  readonly key: string;
  readonly slot: string;
  /** The same for all links of one application, and made of its id in a way that cannot be turned back. */
  readonly tag: string;
}

/** How the fragment begins; the document's inline script knows it, too (build/inline-script.js). */
const BEGIN = '#phone=';
const LINK = /^#phone=([0-9a-f-]{36})\.([\w-]{43})\.([\w-]{43})\.([\w-]+)\.([0-9a-f]{16})$/;

export const linkTo = (origin: string, { id, writer, key, slot, tag }: PhoneLink): string =>
  `${origin}/${BEGIN}${[id, writer, key, slot, tag].join('.')}`;

/** Undefined for a fragment that is none, is cut short, or names a slot that no form has. */
export function readLink(fragment: string): PhoneLink | undefined {
  const [, id, writer, key, slot, tag] = LINK.exec(fragment) ?? [];
  if (!id || !writer || !key || !slot || !tag || documentLabel(slot, {}) === undefined) return undefined;
  return { id, writer, key, slot, tag };
}

/** Pages in work on the phone are kept under it: another link of the same application finds them again. */
export const ownerOf = ({ tag }: PhoneLink): string => `phone-${tag}`;

export async function tagOf(draftId: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(draftId));
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The link that this page was opened by, once: it is taken out of the address and of this entry of the history, so that
 * neither shows the key to who holds the phone later.
 */
export const takeLink = (): PhoneLink | undefined => takeFragment(BEGIN, readLink);

/** The same for a link of any kind: what `read` makes of a fragment that begins so. */
export function takeFragment<Link>(begin: string, read: (fragment: string) => Link | undefined): Link | undefined {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(begin)) return undefined;
  history.replaceState(history.state, '', pathname + search);
  return read(hash);
}
