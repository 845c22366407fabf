/**
 * `npm run build`: the browser bundle into dist/, with the landing page and step 1 rendered into its one HTML document,
 * the content security policy's hashes in dist/csp.json, and every text file compressed beside itself.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { compressTextFiles } from './compress.ts';
import { prerenderDocument } from './prerender.ts';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const renderer = path.join(root, 'node_modules', '.cache', 'prerender');

await build({ root, logLevel: 'warn', build: { outDir: dist, emptyOutDir: true } });
await build({
  root,
  logLevel: 'warn',
  // Everything is bundled, so that what renders here is what the browser runs, one copy of each library.
  ssr: { noExternal: true },
  build: {
    ssr: 'src/app/entry-prerender.tsx',
    outDir: renderer,
    emptyOutDir: true,
    manifest: false,
    copyPublicDir: false,
  },
});
await prerenderDocument({ dist, renderer: path.join(renderer, 'entry-prerender.js') });
await rm(renderer, { recursive: true, force: true });
await compressTextFiles(dist);
