import type { Survivor } from './mutation.ts';

/** What no test of those that run here notices, each with the reason. */
export const SURVIVORS: readonly Survivor[] = [];
