import { vi } from 'vitest';

/** The same as `expect.poll` in `vitest.config.ts`: enough time for a busy machine. */
export const LONGEST_MS = 15_000;

const waitFor = vi.waitFor.bind(vi);

/**
 * Vitest gives `vi.waitFor` one second and has no setting for that, which is too short on a busy machine. A test's own
 * timeout still counts. The timeout only ends a hanging test and asserts nothing.
 */
Object.assign(vi, {
  waitFor: ((callback, options) =>
    waitFor(callback, {
      timeout: LONGEST_MS,
      ...(typeof options === 'number' ? { timeout: options } : options),
    })) satisfies typeof vi.waitFor,
});
