import type { TestOptions } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test was skipped (`needs`). */
    missing?: string;
  }
}

/**
 * Options of a test or suite that needs a program on the machine. If it is missing, the tests are skipped; the summary
 * counts them and shows `why` (`tests/skipped-reporter.ts`).
 */
export const needs = (isThere: boolean, why: string): TestOptions =>
  isThere ? {} : { skip: true, meta: { missing: why } };
