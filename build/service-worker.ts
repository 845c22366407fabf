import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** The document that opens the application. Every other file has a name with a hash of its content. */
const DOCUMENT = 'index.html';
/** Scripts that make a PDF from photos. They are cached on first use (vite.config.ts). */
const SCANS = 'assets/scan/';

/**
 * Writes dist/service-worker.js (src/platform/worker/service-worker.ts, with the list of what it keeps) once the files below
 * `dist` are final: to be the last plugin whose bundle closes.
 */
export function serviceWorker(dist: string): PluginOption {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/platform/worker',
    filename: 'service-worker.ts',
    // The page registers it when it has nothing else to do (src/platform/service-worker.ts).
    injectRegister: false,
    // 'prompt', not 'autoUpdate': a new version waits until the user asks for it.
    registerType: 'prompt',
    // It is in public/.
    manifest: false,
    integration: {
      closeBundleOrder: 'post',
      configureCustomSWViteBuild: (options) => {
        options.logLevel = 'warn';
      },
    },
    injectManifest: {
      // Not every browser of the floor takes a module as a service worker.
      rollupFormat: 'iife',
      globPatterns: ['**/*.{js,html,svg,png,webmanifest}'],
      globIgnores: [`${SCANS}**`],
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [async (manifest) => ({ manifest: await withProofs(manifest, dist) })],
    },
  });
}

/** The mark of this release in its document (build/prerender.ts). */
const RELEASE = /<meta name="release" content="([^"]+)">/;

/**
 * Says of each file what proves that it is the one of this build: of scripts their hash, of the document the mark in it.
 */
async function withProofs<Entry extends { url: string }>(entries: readonly Entry[], dist: string): Promise<Entry[]> {
  const read = (url: string) => readFile(path.join(dist, url));
  const prove = async (entry: Entry): Promise<Entry> => {
    if (entry.url === DOCUMENT) return { ...entry, revision: RELEASE.exec(String(await read(entry.url)))?.[1] };
    if (!entry.url.endsWith('.js')) return entry;
    return {
      ...entry,
      integrity: `sha256-${createHash('sha256')
        .update(await read(entry.url))
        .digest('base64')}`,
    };
  };
  return Promise.all(entries.map(prove));
}
