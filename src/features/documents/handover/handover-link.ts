import { takeFragment } from '../relay/phone-link.ts';

/** What another device reads from the link. All of it is behind the `#`, which browsers do not send. */
export interface DeviceLink {
  readonly id: string;
  /** The secret that claims the draft, once. */
  readonly reader: string;
  /** The key, as text. */
  readonly key: string;
}

/** How the fragment begins. The inline script of the document reads it, too (build/inline-script.js). */
const BEGIN = '#device=';
const LINK = /^#device=([0-9a-f-]{36})\.([\w-]{43})\.([\w-]{43})$/;

export const linkToDraft = (origin: string, { id, reader, key }: DeviceLink): string =>
  `${origin}/${BEGIN}${[id, reader, key].join('.')}`;

/** Undefined if the fragment is another, or is incomplete. */
export function readDeviceLink(fragment: string): DeviceLink | undefined {
  const [, id, reader, key] = LINK.exec(fragment) ?? [];
  return id && reader && key ? { id, reader, key } : undefined;
}

/** The link that opened this page. It is removed from the address and the history, so a second call finds none. */
export const takeDeviceLink = (): DeviceLink | undefined => takeFragment(BEGIN, readDeviceLink);
