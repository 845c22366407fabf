import { takeFragment } from '../relay/phone-link.ts';

/** What another device learns from the link, all of it behind the `#`, which no browser sends. */
export interface DeviceLink {
  readonly id: string;
  /** The right to claim the draft, once. */
  readonly reader: string;
  /** The key that seals, as text. */
  readonly key: string;
}

/** How the fragment begins; the document's inline script knows it, too (build/inline-script.js). */
const BEGIN = '#device=';
const LINK = /^#device=([0-9a-f-]{36})\.([\w-]{43})\.([\w-]{43})$/;

export const linkToDraft = (origin: string, { id, reader, key }: DeviceLink): string =>
  `${origin}/${BEGIN}${[id, reader, key].join('.')}`;

/** Undefined for a fragment that is none, or is cut short. */
export function readDeviceLink(fragment: string): DeviceLink | undefined {
  const [, id, reader, key] = LINK.exec(fragment) ?? [];
  return id && reader && key ? { id, reader, key } : undefined;
}

/** The link that this page was opened by, once: it is taken out of the address and of this entry of the history. */
export const takeDeviceLink = (): DeviceLink | undefined => takeFragment(BEGIN, readDeviceLink);
