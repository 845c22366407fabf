import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from '../../vite.config.ts';

const QUICK = { testTimeout: 120_000, hookTimeout: 120_000 };

/** The tests that Stryker runs against a changed file (`stryker-code.json`), if they import it. */
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
              'tests/server/{attempt,background,breaker,changes,check-documents,followers,in-batches,judged-answers}.test.ts',
              'tests/server/{ledger-first,long-refusals,outbound,outgoing-documents,prepare-student,records-answers,records-tokens}.test.ts',
              'tests/server/{redact,removal-brake,runner,shown-words,transitions}.test.ts',
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
