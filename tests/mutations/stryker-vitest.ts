import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from '../../vite.config.ts';
import { areaAtWork } from './areas.ts';

const { tests } = areaAtWork();
const LIMITS = { testTimeout: 120_000, hookTimeout: 120_000 };
const isDomain = tests.every((name) => name.startsWith('tests/domain/'));

/** As in `vitest.config.ts`. */
const PAGE = {
  environment: 'happy-dom',
  setupFiles: [
    'fake-indexeddb/auto',
    'tests/features/patient-waiting.ts',
    'tests/features/quiet-requests.ts',
    'tests/features/texts-alone.ts',
  ],
};
const isPage = tests.some((name) => name.startsWith('tests/features/'));

/** The tests of an area for Stryker, which runs them in threads: there, a test cannot set the time zone. */
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      include: [...tests],
      exclude: ['tests/domain/form/time-zones.test.ts'],
      environment: 'node',
      ...(isPage && PAGE),
      // As everywhere, the files of the domain share their modules: a mutant is tried in a second, not in a minute.
      isolate: !isDomain,
      ...LIMITS,
    },
  }),
);
