import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { BUILD_TARGET } from './build/floor/floor.ts';
import { readVersion, versionText } from './build/version.ts';

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
    test: /[\\/]src[\\/](?!features[\\/]dev-tools|platform[\\/]service-worker)/,
    minShareCount: 2,
  },
];

export default defineConfig({
  plugins: [react()],
  define: { __APP_VERSION__: JSON.stringify(versionText(readVersion())) },
  build: {
    outDir: 'dist',
    target: BUILD_TARGET,
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
});
