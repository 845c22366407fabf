import { defineConfig } from 'vitest/config';

/** The project `domain` for Stryker, which runs tests in threads: there, a test cannot set the time zone. */
export default defineConfig({
  test: {
    include: ['tests/domain/**/*.test.ts'],
    exclude: ['tests/domain/form/time-zones.test.ts'],
    environment: 'node',
    testTimeout: 120_000,
  },
});
