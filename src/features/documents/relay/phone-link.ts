import { documentLabels } from '#domain/submission/document-label.ts';

/** What a phone learns from its link, all of it behind the `#`, which no browser sends. */
export interface PhoneLink {
  readonly id: string;
  readonly writer: string;
  /** The key that seals, as text. */
  readonly key: string;
  readonly slot: string;
  /** What the slot is called at the computer: one of the names that it may have there, never another text. */
  readonly label: string;
  /** The same for all links of one application, and made of its id in a way that cannot be turned back. */
  readonly tag: string;
}

/** How the fragment begins; the document's inline script knows it, too (build/inline-script.js). */
const BEGIN = '#phone=';
const LINK = /^#phone=([0-9a-f-]{36})\.([\w-]{43})\.([\w-]{43})\.([\w-]+)\.([0-9a-f]{16})(?:\.(\d))?$/;

/**
 * The link says by a number which of its names the slot has, so that nobody can put words of their own on the page. The
 * first name has no number: a page of an earlier release, which knows no numbers, reads those links as its own.
 */
export function linkTo(origin: string, { id, writer, key, slot, label, tag }: PhoneLink): string {
  const place = documentLabels(slot).indexOf(label);
  return `${origin}/${BEGIN}${[id, writer, key, slot, tag, ...(place > 0 ? [place] : [])].join('.')}`;
}

/** Undefined for a fragment that is none, is cut short, or names a slot that no form has, or by a name it never has. */
export function readLink(fragment: string): PhoneLink | undefined {
  const [, id, writer, key, slot, tag, place = '0'] = LINK.exec(fragment) ?? [];
  if (!id || !writer || !key || !slot || !tag) return undefined;
  const label = documentLabels(slot)[Number(place)];
  return label === undefined ? undefined : { id, writer, key, slot, label, tag };
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
