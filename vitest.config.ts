import { defineConfig, mergeConfig } from 'vitest/config';
import { COMPILE_CACHE } from './tests/support/start-flags.ts';
import viteConfig from './vite.config.ts';

// Each worker compiles Playwright, the server and their libraries, which those after it need not do.
Object.assign(process.env, COMPILE_CACHE);

/**
 * One copy of the modules for all files of a worker, which saves a quarter of the server tests' processor time. Files
 * leave nothing to each other: the domain is pure, each test of the server opens its own, `leave-nothing.ts` ends what
 * a unit test has started, and browser tests share one Chromium for each worker.
 */
const SHARED = { isolate: false };
/** `expect.poll` waits for a loaded machine, too. Nothing is retried: a limit ends what hangs. */
const POLL = { expect: { poll: { timeout: 15_000 } } };
/** For tests without a process or a browser of their own. */
const QUICK = { testTimeout: 120_000, hookTimeout: 120_000, ...POLL };
/** Some of these wait for three minutes. `tests/waiting-reporter.ts` names what runs for more than one. */
const PATIENT = { testTimeout: 600_000, hookTimeout: 600_000, ...POLL };

/**
 * Output that says nothing about the product, so that a green run prints no warnings: Redux Toolkit reports how long its
 * development checks took, Emotion a selector that matters for rendering on a server only, and React that TanStack Virtual
 * renders at once when StrictMode sets up its effects again.
 */
const NOISE =
  /StateInvariantMiddleware took \d+ms|":first-child" is potentially unsafe|flushSync was called from inside a lifecycle/;

/** Apart from `vite.config.ts`, since the image of the product is built where there are no tests (`.dockerignore`). */
const tests = defineConfig({
  test: {
    // Twice the cores of the smallest machine: half of its time a test waits, for a process, a browser or a time limit.
    maxWorkers: 4,
    reporters: ['default', './tests/skipped-reporter.ts', './tests/waiting-reporter.ts'],
    onConsoleLog: (log) => !NOISE.test(log),
    tags: [{ name: 'slow', description: 'Left to `npm run test:slow`; `npm test` runs all other tests.' }],
    projects: [
      { test: { name: 'domain', include: ['tests/domain/**/*.test.ts'], environment: 'node', ...SHARED, ...QUICK } },
      {
        // `npm run mutations` works in a copy whose `node_modules` is a link to the project's: Vite would not serve it.
        server: { fs: { strict: false } },
        test: {
          name: 'features',
          include: ['tests/features/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // In threads, which take a quarter less processor time, channels and Web Locks of other files would be heard.
          pool: 'forks',
          setupFiles: [
            'fake-indexeddb/auto',
            'tests/features/leave-nothing.ts',
            'tests/features/patient-waiting.ts',
            'tests/features/quiet-requests.ts',
            'tests/features/texts-alone.ts',
            'tests/features/strict-mode.ts',
          ],
          ...SHARED,
          ...QUICK,
        },
      },
      { test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'], environment: 'node', ...QUICK } },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          ...SHARED,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['tests/conformance/**/*.test.ts'],
          environment: 'node',
          ...SHARED,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'engines',
          include: ['tests/engines/**/*.test.ts'],
          environment: 'node',
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          environment: 'node',
          // Node's own loader: what Vite makes of an import costs a quarter of the time where millions of steps are taken.
          experimental: { viteModuleRunner: false },
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          environment: 'node',
          ...SHARED,
          ...PATIENT,
        },
      },
    ],
  },
});

export default mergeConfig(viteConfig, tests);
