import { documentLabels } from '#domain/submission/document-label.ts';

/** A slot, and what it is called at the computer: one of the names that it may have there, never another text. */
export interface LinkedSlot {
  readonly slot: string;
  readonly label: string;
}

/** What a phone learns from its link, all of it behind the `#`, which no browser sends. */
export interface PhoneLink {
  readonly id: string;
  readonly writer: string;
  /** The key that seals, as text. */
  readonly key: string;
  /** What can be sent; what was pressed at the computer is first. */
  readonly slots: readonly LinkedSlot[];
  /** The same for all links of one application, and made of its id in a way that cannot be turned back. */
  readonly tag: string;
}

/** How the fragment begins; the document's inline script knows it, too (build/inline-script.js). */
const BEGIN = '#phone=';
const LINK = /^#phone=([0-9a-f-]{36})\.([\w-]{43})\.([\w-]{43})\.([\w,:-]+)\.([0-9a-f]{16})$/;
/** In sessionStorage: survives a reload, and a camera that takes the memory of the page. It ends with the tab. */
const KEPT = 'phone-link';

/** The link says by a number which of its names a slot has, so that a made-up link cannot put words on the page. */
export function linkTo(origin: string, { id, writer, key, slots, tag }: PhoneLink): string {
  const named = slots.map(({ slot, label }) => {
    const place = documentLabels(slot).indexOf(label);
    return place > 0 ? `${slot}:${place}` : slot;
  });
  return `${origin}/${BEGIN}${[id, writer, key, named.join(','), tag].join('.')}`;
}

/** Undefined for a fragment that is none, is cut short, or names a slot that no form has, or by a name it never has. */
export function readLink(fragment: string): PhoneLink | undefined {
  const [, id, writer, key, named, tag] = LINK.exec(fragment) ?? [];
  if (!id || !writer || !key || !named || !tag) return undefined;
  const slots = named.split(',').map(readSlot);
  return slots.includes(undefined)
    ? undefined
    : { id, writer, key, slots: slots.filter((slot) => slot !== undefined), tag };
}

function readSlot(named: string): LinkedSlot | undefined {
  const [, slot = '', place = '0'] = /^([\w-]+)(?::([1-9]))?$/.exec(named) ?? [];
  const label = documentLabels(slot)[Number(place)];
  return label === undefined ? undefined : { slot, label };
}

/** Pages in work on the phone are kept under it: another link of the same application finds them again. */
export const ownerOf = ({ tag }: PhoneLink): string => `phone-${tag}`;

export async function tagOf(draftId: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(draftId));
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The link that this page was opened by: it is taken out of the address and of this entry of the history, so that neither
 * shows the key to the next user of the phone. After a reload, the link that was kept.
 */
export const takeLink = (): PhoneLink | undefined => takeFragment(BEGIN, readLink) ?? readLink(kept());

function kept(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}

/** Keeps the link for a reload of this tab; undefined ends that. */
export function keepLink(link: PhoneLink | undefined): void {
  try {
    if (link) sessionStorage.setItem(KEPT, linkTo('', link).slice(1));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // Storage is blocked: after a reload the code has to be scanned again.
  }
}

/** The same for a link of any kind: what `read` makes of a fragment that begins so. */
export function takeFragment<Link>(begin: string, read: (fragment: string) => Link | undefined): Link | undefined {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(begin)) return undefined;
  history.replaceState(history.state, '', pathname + search);
  return read(hash);
}
