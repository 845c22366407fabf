import { isIPv6 } from 'node:net';

/** Who counts as one client: an address, or a /64 of IPv6 addresses, since a household or a machine chooses among them. */
export function clientOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':') || !isIPv6(plain)) return plain;
  const [left = '', right] = plain.split('::');
  const head = left.split(':').filter(Boolean);
  const tail = right?.split(':').filter(Boolean) ?? [];
  const gap = right === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...gap, ...tail].slice(0, 4).join(':')}::/64`;
}
