import type { TestOptions } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test was skipped (`needs`). */
    missing?: string;
  }
}

/**
 * Options of a test or a suite that needs something of the machine. Where it is missing the tests are skipped, and the end
 * of the run counts them and says `why` (`tests/skipped-reporter.ts`).
 */
export const needs = (isThere: boolean, why: string): TestOptions =>
  isThere ? {} : { skip: true, meta: { missing: why } };
