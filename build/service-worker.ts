import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** The document that opens the application; everything else in it has a name made of its content. */
const DOCUMENT = 'index.html';
/** What may be seen without a network: lists, nothing personal. With a query (`refresh=true`) the network alone answers. */
const LISTS = /^https?:\/\/[^/]+\/api\/(?:agent-list|intakes|classifications|config)$/;
/** What only those need who make a PDF of photos, with its libraries: megabytes, kept once somebody did (vite.config.ts). */
const SCANS = 'assets/scan/';
/** Those of two releases: an open page may still be the older one. */
const MOST_OF_SCANS = 40;
/** A server that has not answered for so long may as well be away. */
const LIST_TIMEOUT_SECONDS = 5;

/**
 * Writes dist/service-worker.js once the files below `dist` are final: to be the last plugin whose bundle closes. It
 * keeps the whole application and the last lists, offers an update without forcing it, and touches nothing else.
 */
export function serviceWorker(dist: string): PluginOption {
  return VitePWA({
    strategies: 'generateSW',
    filename: 'service-worker.js',
    // The page registers it when it has nothing else to do (src/platform/service-worker.ts).
    injectRegister: false,
    // 'prompt' and not 'autoUpdate': a new version waits until somebody asks for it.
    registerType: 'prompt',
    // It stands in public/.
    manifest: false,
    integration: { closeBundleOrder: 'post' },
    workbox: {
      globPatterns: ['**/*.{js,html,svg,png,webmanifest}'],
      globIgnores: [`${SCANS}**`],
      dontCacheBustURLsMatching: /^assets\//,
      // The page that is being looked at goes on without a network, too, not only the next one.
      clientsClaim: true,
      cleanupOutdatedCaches: true,
      inlineWorkboxRuntime: true,
      navigateFallback: DOCUMENT,
      // The application has one address; what the server shows under others is its own business.
      navigateFallbackAllowlist: [/^\/(?:\?|$)/],
      manifestTransforms: [async (manifest) => ({ manifest: await withIntegrity(manifest, dist) })],
      runtimeCaching: [
        {
          urlPattern: LISTS,
          handler: 'NetworkFirst',
          options: { cacheName: 'lists', networkTimeoutSeconds: LIST_TIMEOUT_SECONDS },
        },
        {
          // Their names are made of their content: what is kept is what the server has.
          urlPattern: new RegExp(`^https?://[^/]+/${SCANS}`),
          handler: 'CacheFirst',
          options: { cacheName: 'scans', expiration: { maxEntries: MOST_OF_SCANS } },
        },
      ],
    },
  });
}

/**
 * Names the document by its hash: a server that is being replaced meanwhile cannot slip another version's document, and
 * so another version's content security policy, in between.
 */
async function withIntegrity<Entry extends { url: string }>(entries: readonly Entry[], dist: string): Promise<Entry[]> {
  const digest = createHash('sha256').update(await readFile(path.join(dist, DOCUMENT)));
  const integrity = `sha256-${digest.digest('base64')}`;
  return entries.map((entry) => (entry.url === DOCUMENT ? { ...entry, integrity } : entry));
}
