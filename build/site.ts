import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { prerenderDocument } from './prerender.ts';
import { serviceWorker } from './service-worker.ts';
import { readVersion } from './version.ts';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Builds the browser bundle and replaces the content of `dist`, an absolute path. `dist` then has one HTML document with
 * the landing page and step 1 in it, csp.json with the hashes, the service worker that caches everything, and
 * version.json for the server. Nothing is compressed yet.
 */
export async function buildSite(dist: string): Promise<void> {
  // One folder for each process, because another build may be running.
  const renderer = path.join(root, 'node_modules', '.cache', `prerender-${process.pid}`);
  await buildRenderer(renderer);
  /** Finishes the document before the service worker lists the files to cache. */
  const prerendering: Plugin = {
    name: 'prerendered-document',
    closeBundle: {
      order: 'pre',
      sequential: true,
      handler: () => prerenderDocument({ dist, renderer: path.join(renderer, 'entry-prerender.js') }),
    },
  };
  await build({
    root,
    logLevel: 'warn',
    plugins: [prerendering, serviceWorker(dist)],
    build: {
      outDir: dist,
      emptyOutDir: true,
      // Both plugins work after the bundle is written, so Rolldown reports them as slow.
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  });
  await rm(renderer, { recursive: true, force: true });
  await writeFile(path.join(dist, 'version.json'), JSON.stringify(readVersion()));
}

/** Builds the module that renders the document in Node. */
async function buildRenderer(outDir: string): Promise<void> {
  await build({
    root,
    logLevel: 'warn',
    // Everything is bundled, so that this renders with the same single copy of each library as the browser.
    ssr: { noExternal: true },
    build: { ssr: 'src/app/entry-prerender.tsx', outDir, emptyOutDir: true, manifest: false, copyPublicDir: false },
  });
}
