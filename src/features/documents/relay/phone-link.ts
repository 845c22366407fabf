import { documentLabels } from '#domain/submission/document-label.ts';

/** A slot with its name at the computer: one of the names that it may have, never another text. */
export interface LinkedSlot {
  readonly slot: string;
  readonly label: string;
}

/** What a phone reads from its link. All of it is behind the `#`, which browsers do not send. */
export interface PhoneLink {
  readonly id: string;
  readonly writer: string;
  /** The key, as text. */
  readonly key: string;
  /** The slots that can be sent. The one that was pressed at the computer is first. */
  readonly slots: readonly LinkedSlot[];
  /** The same for all links of one application: a hash of its id. */
  readonly tag: string;
}

/** How the fragment begins. The inline script of the document reads it, too (build/inline-script.js). */
const BEGIN = '#phone=';
const LINK = /^#phone=([0-9a-f-]{36})\.([\w-]{43})\.([\w-]{43})\.([\w,:-]+)\.([0-9a-f]{16})$/;
/** In sessionStorage: survives a reload, and a camera that takes the memory of the page. It ends with the tab. */
const KEPT = 'phone-link';

/** The link has the number of the name, so that a forged link cannot put words on the page. */
export function linkTo(origin: string, { id, writer, key, slots, tag }: PhoneLink): string {
  const named = slots.map(({ slot, label }) => {
    const place = documentLabels(slot).indexOf(label);
    return place > 0 ? `${slot}:${place}` : slot;
  });
  return `${origin}/${BEGIN}${[id, writer, key, named.join(','), tag].join('.')}`;
}

/** Undefined if the fragment is another or incomplete, or has a slot or a name that no form has. */
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

/** The owner of pages in work on the phone. Another link of the same application finds them again. */
export const ownerOf = ({ tag }: PhoneLink): string => `phone-${tag}`;

export async function tagOf(draftId: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(draftId));
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The link that opened this page. It is removed from the address and the history, so that the next user of the phone does
 * not see the key. After a reload, the link that was kept.
 */
export const takeLink = (): PhoneLink | undefined => takeFragment(BEGIN, readLink) ?? readLink(kept());

function kept(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}

/** Keeps the link for a reload of this tab. Undefined removes it. */
export function keepLink(link: PhoneLink | undefined): void {
  try {
    if (link) sessionStorage.setItem(KEPT, linkTo('', link).slice(1));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // Storage is blocked: after a reload the code has to be scanned again.
  }
}

/** The same for any link: what `read` makes of a fragment that begins with `begin`. */
export function takeFragment<Link>(begin: string, read: (fragment: string) => Link | undefined): Link | undefined {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(begin)) return undefined;
  history.replaceState(history.state, '', pathname + search);
  return read(hash);
}
