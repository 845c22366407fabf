import { createHolder } from '../holder.ts';

/**
 * How the records of this device lie there, as this page knows it. `plain`: readable, an ordinary device. On a shared one:
 * `asking` another tab for the keys; `locked`; `sealing` or `unsealing` while they are changed one after the other, and
 * `open`: in these three they are read and written as ever. `locking`: what is open is saved, then the page is left.
 */
export type Vault = 'plain' | 'asking' | 'locked' | 'sealing' | 'open' | 'unsealing' | 'locking';

/** Begins as that of an ordinary device, and is told otherwise once the page runs. Light: every page has it. */
export const vault = createHolder<Vault>('plain');

/** How many of the records have been sealed or unsealed; undefined while none have to be. */
export const walk = createHolder<{ readonly done: number; readonly all: number } | undefined>(undefined);

/** Whether this page could not seal or unseal all of them, and has not tried again. */
export const isStopped = createHolder(false);

/** In these the page may read and write. */
export const isReadable = (state: Vault): boolean => state !== 'asking' && state !== 'locked';
