import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { SlowProjectsFirst } from './tests/slow-projects-first.ts';

const SLOW = { testTimeout: 60_000, hookTimeout: 60_000 };

/**
 * Few chunks: on a slow connection each is a round trip of its own, on an old phone a script to start. What the landing
 * page needs comes in two, as libraries stay in caches when our code changes; what the forms share comes in one.
 */
const CHUNKS = [
  {
    name: 'framework',
    test: /node_modules[\\/](?:react|react-dom|scheduler|react-redux|@reduxjs|redux|redux-thunk|immer|reselect|use-sync-external-store|@emotion|@chakra-ui|@pandacss|stylis)[\\/]/,
    priority: 2,
  },
  { name: 'landing', tags: ['$initial' as const], priority: 1 },
  {
    name: 'forms',
    test: /[\\/]src[\\/](?!features[\\/]dev-tools|app[\\/](?:service-worker|update-))/,
    minShareCount: 2,
  },
];

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: CHUNKS } },
      // Emotion brings these for `withTheme`, which nothing of ours uses.
      treeshake: {
        moduleSideEffects: [{ test: /node_modules[\\/](?:hoist-non-react-statics|react-is)[\\/]/, sideEffects: false }],
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
  test: {
    maxWorkers: 2,
    sequence: { sequencer: SlowProjectsFirst },
    reporters: ['default', './tests/closing-line-reporter.ts'],
    projects: [
      { test: { name: 'domain', include: ['tests/domain/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          name: 'domain-in-browser-env',
          include: ['tests/domain/**/*.test.ts'],
          exclude: ['tests/domain/**/*.node.test.ts'],
          environment: 'happy-dom',
        },
      },
      {
        test: { name: 'features', include: ['tests/features/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
      },
      { test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'], environment: 'node' } },
      // Real processes are started and killed here, too: see the browser tests below.
      { test: { name: 'server', include: ['tests/server/**/*.test.ts'], environment: 'node', retry: 2, ...SLOW } },
      { test: { name: 'conformance', include: ['tests/conformance/**/*.test.ts'], environment: 'node', ...SLOW } },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          environment: 'node',
          // Two browsers, their servers and the outside services share two cores: one that was only slow may try again.
          retry: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
