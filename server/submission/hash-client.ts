import { createHmac } from 'node:crypto';

/** Replaces a client's address in the ledger. Without the key the address cannot be found by trying all. */
export type HashClient = (address: string) => string;

export const createHashClient =
  (key: string): HashClient =>
  (address) =>
    createHmac('sha256', key).update(address).digest('hex');
