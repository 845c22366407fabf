import { createHmac } from 'node:crypto';

/** What stands for the address of a client in the ledger. Without the key nobody finds the address by trying all. */
export type HashClient = (address: string) => string;

export const createHashClient =
  (key: string): HashClient =>
  (address) =>
    createHmac('sha256', key).update(address).digest('hex');
