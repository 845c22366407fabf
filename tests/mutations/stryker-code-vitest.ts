import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from '../../vite.config.ts';

const QUICK = { testTimeout: 120_000, hookTimeout: 120_000 };

/** The tests that Stryker runs against a changed file of the features or of `server/submission`, if they import it. */
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: 'server',
            include: [
              'tests/server/{attempt,background,changes,followers,judged-answers,ledger-first,prepare-student,runner}.test.ts',
            ],
            environment: 'node',
            ...QUICK,
          },
        },
        {
          extends: true,
          test: {
            name: 'features',
            include: ['tests/features/**/*.test.{ts,tsx}'],
            environment: 'happy-dom',
            setupFiles: [
              'fake-indexeddb/auto',
              'tests/features/patient-waiting.ts',
              'tests/features/quiet-requests.ts',
              'tests/features/texts-alone.ts',
            ],
            ...QUICK,
          },
        },
      ],
    },
  }),
);
