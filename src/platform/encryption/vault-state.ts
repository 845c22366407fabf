import { createHolder } from '../holder.ts';

/**
 * The state of the records, as this page knows it. `plain`: readable, as on an ordinary device. On a shared computer:
 * `asking` another tab for the keys; `locked`; `sealing` or `unsealing` while the records are converted one after the
 * other; `open`. In these three states the page reads and writes as usual. `locking`: the open application is saved,
 * then the page ends.
 */
export type Vault = 'plain' | 'asking' | 'locked' | 'sealing' | 'open' | 'unsealing' | 'locking';

/** Starts as `plain`, and changes once the page runs. Small, because every page loads it. */
export const vault = createHolder<Vault>('plain');

/** How many records are converted; undefined while no conversion runs. */
export const conversion = createHolder<{ readonly done: number; readonly all: number } | undefined>(undefined);

/** Whether this page could not convert all records, and has not retried. */
export const isStopped = createHolder(false);

/** The states in which the page may read and write. */
export const isReadable = (state: Vault): boolean => state !== 'asking' && state !== 'locked';
