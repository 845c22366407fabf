import { createHmac } from 'node:crypto';
import { AppError } from '../errors.ts';
import type { Ledger, Sender } from '../ports/ledger.ts';

/** Replaces a client's address in the ledger. Without the key, brute force cannot find the address. */
export type HashClient = (address: string) => string;

export const createHashClient =
  (key: string): HashClient =>
  (address) =>
    createHmac('sha256', key).update(address).digest('hex');

/** The limit of new applications of a client within 24 hours. */
export const senderOf = (client: string, limit: number, now: Date): Sender => ({
  client,
  limit,
  since: new Date(now.getTime() - 24 * 3_600_000),
});

/** Throws TOO_MANY_APPLICATIONS, with `Retry-After`, if a client has sent as many applications as it may. */
export async function refuseTooMany(ledger: Pick<Ledger, 'sentBy'>, { client, limit, since }: Sender): Promise<void> {
  const oldest = await ledger.sentBy(client, limit, since);
  if (oldest === undefined) return;
  const seconds = Math.max(1, Math.ceil((oldest.getTime() - since.getTime()) / 1000));
  const detail = `More applications have come from your network within a day than we take. This one can be sent in ${inWords(seconds)}.`;
  throw new AppError('TOO_MANY_APPLICATIONS', { detail, headers: { 'Retry-After': String(seconds) } });
}

function inWords(seconds: number): string {
  if (seconds < 60) return 'a minute';
  const [count, unit] = seconds < 3600 ? [Math.ceil(seconds / 60), 'minute'] : [Math.ceil(seconds / 3600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
