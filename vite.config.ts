import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { BUILD_TARGET } from './build/floor/floor.ts';
import { readVersion, versionText } from './build/version.ts';

/** A part of a regular expression: any of these paths, on every system. */
const anyOf = (...paths: readonly string[]): string => `(?:${paths.join('|').replaceAll('/', '[\\\\/]')})`;

/** What comes only when somebody uses it. Of `inspection` and `scan` some parts are on the page before. */
const LATE_ROOMS = [
  ...[
    'inspection/(?:inspector|inspections|use-inspection)[.]',
    'scan/engine/',
    'scan/scan-engine',
    'scan/pdf-maker',
    'start-worker',
    'pdf/',
    'relay/(?!phone-slots)',
    'handover/',
    'transfer/',
    'with-header',
  ].map((room) => `features/documents/${room}`),
  'features/desk/sheet/',
  'features/passport/(?!compare|nationality-codes)',
];
const INSPECTION = 'features/documents/inspection/';
const SCAN = 'features/documents/scan/';
/** What seals the records of a shared computer: no other one brings it. */
const SEALED = [
  '/src/platform/encryption/(?!vault-state)',
  '/src/features/shared-computer/(?:lock\\.|unsaved-while-locked|follow-sharing|lock-screen|passphrase-dialogs)',
];
/** What makes the advice before sending: it comes with a review, or with a desk that has students. */
const ADVICE = ['features/preflight/(?!confirmed|late)', 'features/passport/(?:compare|nationality-codes)'];
const LATE_WORDS = ['contract/transfers', 'platform/worker-client', 'domain/submission/document-label'];

/**
 * Few chunks: on a slow connection each is a round trip of its own, on an old phone a script to start. What the landing
 * page needs comes in two, as libraries stay in caches when our code changes; what the forms share comes in one, with
 * valibot, which the landing page does without (src/platform/config-answer.ts).
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
    test: new RegExp(
      `${anyOf('node_modules/valibot/')}|${anyOf('/src/')}(?!${anyOf('features/dev-tools/', ...ADVICE, ...SEALED.map((part) => part.replace('/src/', '')), ...LATE_ROOMS, ...LATE_WORDS)})`,
    ),
    minShareCount: 2,
  },
];

/** Where the scripts go that only those need who make a PDF of photos: the service worker keeps none of them beforehand. */
const SCANS = 'assets/scan/[name]-[hash]';
const isOfPdfjs = (file: string): boolean => file.includes('node_modules/pdfjs-dist/');
const LATE_LIBRARIES = ['@cantoo', '@neslinesli93', 'pdfjs-dist', 'comlink', 'image-dimensions'];
const LATE = new RegExp(anyOf(...LATE_ROOMS, INSPECTION, ...LATE_LIBRARIES.map((name) => `node_modules/${name}/`)));
const EARLIER = new RegExp(
  `^(?!.*node_modules).*${anyOf('/src/')}(?!${anyOf(...LATE_ROOMS, INSPECTION, SCAN, ...LATE_WORDS, 'app/pages/phone', 'app/pages/device', 'app/pages/add-students-dialog', 'app/pages/add-documents-dialog')})`,
);
const isOfScans = ({ moduleIds }: { moduleIds: readonly string[] }): boolean =>
  moduleIds.some((id) => LATE.test(id)) && !moduleIds.some((id) => EARLIER.test(id));

const NOTHING = '\0nothing';

/** Libraries that run in Node as well ask for its modules only there: the browser gets an empty module in their place. */
const withoutNode = (): Plugin => ({
  name: 'without-node',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^(?:fs|path|crypto)$/ },
    handler: (_id, importer = '') =>
      /node_modules[\\/](?:@neslinesli93[\\/]qpdf-wasm|tesseract\.js-core|libheif-js)[\\/]/.test(importer)
        ? NOTHING
        : undefined,
  },
  load: { filter: { id: new RegExp(`^${NOTHING}$`) }, handler: () => 'module.exports = {}' },
});

export default defineConfig({
  plugins: [react(), withoutNode()],
  define: { __APP_VERSION__: JSON.stringify(versionText(readVersion())) },
  build: {
    outDir: 'dist',
    target: BUILD_TARGET,
    manifest: true,
    sourcemap: false,
    // The libraries of scans are no longer split: who needs them needs them whole.
    chunkSizeWarningLimit: 1500,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNKS },
        chunkFileNames: (chunk) => (isOfScans(chunk) ? `${SCANS}.js` : 'assets/[name]-[hash].js'),
        assetFileNames: ({ originalFileNames }) =>
          `${originalFileNames.some(isOfPdfjs) ? SCANS : 'assets/[name]-[hash]'}[extname]`,
      },
      // Emotion brings these for `withTheme`, which nothing of ours uses.
      treeshake: {
        moduleSideEffects: [{ test: /node_modules[\\/](?:hoist-non-react-statics|react-is)[\\/]/, sideEffects: false }],
      },
    },
  },
  // As modules of their own, of which a worker loads what it comes to need.
  worker: {
    format: 'es',
    plugins: () => [withoutNode()],
    rolldownOptions: {
      output: { entryFileNames: `${SCANS}.js`, chunkFileNames: `${SCANS}.js`, assetFileNames: `${SCANS}[extname]` },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
