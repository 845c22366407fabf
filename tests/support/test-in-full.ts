import { test } from 'vitest';
import { IS_IN_FULL } from './in-full.ts';

/**
 * A long test whose rule a quicker one holds, or whose way another one walks: `npm run test:full` runs it, every other run
 * counts it as skipped.
 */
export const testInFull = test.runIf(IS_IN_FULL);
