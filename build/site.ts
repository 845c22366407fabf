import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { prerenderDocument } from './prerender.ts';
import { serviceWorker } from './service-worker.ts';
import { readVersion } from './version.ts';

const root = path.resolve(import.meta.dirname, '..');

/**
 * The browser bundle into `dist`, an absolute path, in place of what is there: with the landing page and step 1 rendered
 * into its one HTML document, the content security policy's hashes in csp.json, the service worker that keeps all of it,
 * and version.json for the server. Nothing is compressed yet.
 */
export async function buildSite(dist: string): Promise<void> {
  // One folder per process, since another build may be running.
  const renderer = path.join(root, 'node_modules', '.cache', `prerender-${process.pid}`);
  await buildRenderer(renderer);
  /** The document is finished before the service worker reads what it is to keep. */
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
      // Both plugins do their work after the bundle, which is no fault.
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  });
  await rm(renderer, { recursive: true, force: true });
  await writeFile(path.join(dist, 'version.json'), JSON.stringify(readVersion()));
}

/** What renders the document, as a module for Node. */
async function buildRenderer(outDir: string): Promise<void> {
  await build({
    root,
    logLevel: 'warn',
    // Everything is bundled, so that what renders here is what the browser runs, one copy of each library.
    ssr: { noExternal: true },
    build: { ssr: 'src/app/entry-prerender.tsx', outDir, emptyOutDir: true, manifest: false, copyPublicDir: false },
  });
}
