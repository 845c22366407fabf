import { vi } from 'vitest';

/** As `expect.poll` in `vitest.config.ts`: what is waited for comes when a loaded machine gets to it. */
export const LONGEST_MS = 15_000;

const waitFor = vi.waitFor.bind(vi);

/**
 * Vitest gives `vi.waitFor` one second and has no setting for that, which on a loaded machine says how loaded it is. A
 * test that names its own time keeps it; the limit ends what hangs and asserts nothing.
 */
Object.assign(vi, {
  waitFor: ((callback, options) =>
    waitFor(callback, {
      timeout: LONGEST_MS,
      ...(typeof options === 'number' ? { timeout: options } : options),
    })) satisfies typeof vi.waitFor,
});
