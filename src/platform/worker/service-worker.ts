import { clientsClaim, type WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';

// The service worker: it keeps the whole application and the last lists, offers an update without forcing it, and touches
// nothing else. The build puts in what is to be kept (build/service-worker.ts).

/** The used part of a service worker's scope. The types of the page's own scope do not have it. */
interface WorkerScope {
  readonly __WB_MANIFEST: readonly PrecacheEntry[];
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (event: { readonly data?: { readonly type?: string } }) => void): void;
}
declare const self: WorkerScope;

/** The document that opens the application. The name of every other file is made of its content. */
const DOCUMENT = 'index.html';
/**
 * The lists that may be shown without a network; nothing personal. With a query (`refresh=true`) only the network
 * answers.
 */
const LISTS = /^https?:\/\/[^/]+\/api\/(?:agent-list|intakes|classifications|config|college)$/;
/**
 * Scripts and libraries that make a PDF of photos. They are megabytes, so they are kept once a person has used them
 * (vite.config.ts).
 */
const SCANS = /^https?:\/\/[^/]+\/assets\/scan\//;
/** For two releases, because an open page may still be the older one. */
const MOST_OF_SCANS = 40;
/** After this time, a server that has not answered counts as away. */
const LIST_TIMEOUT_SECONDS = 5;

const kept = self.__WB_MANIFEST;
/** Only the document of this release contains it. */
const release = kept.find(({ url }) => url === DOCUMENT)?.revision ?? '';

const isOf = (type: string, { headers }: Response): boolean => headers.get('Content-Type')?.includes(type) ?? false;

function refuse(response: Response): never {
  throw new Error(`something else answered in place of our server: ${response.url}`);
}

/**
 * While the application is being kept, every answer must be ours: the sign-in page of a Wi-Fi must not become the
 * application. The browser checks the hash of scripts. The document has no hash, because proxies and virus scanners
 * change HTML. It must be the document of this release, because a server that is being replaced may send another one.
 */
const ofThisRelease = {
  async fetchDidSucceed({ request, response, event }: { request: Request; response: Response; event: Event }) {
    if (event.type !== 'install' || !response.ok) return response;
    const isDocument = new URL(request.url).pathname === `/${DOCUMENT}`;
    const isOurs = isDocument ? (await response.clone().text()).includes(release) : !isOf('text/html', response);
    return isOurs ? response : refuse(response);
  },
};
const json = {
  fetchDidSucceed: async ({ response }: { response: Response }) =>
    isOf('json', response) ? response : refuse(response),
};
const noPage = {
  fetchDidSucceed: async ({ response }: { response: Response }) =>
    isOf('text/html', response) ? refuse(response) : response,
};

// A new version waits until a person asks for it (src/platform/service-worker.ts).
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});
// The page that is open now works without a network, too, not only the next one.
clientsClaim();
addPlugins([ofThisRelease]);
precacheAndRoute([...kept]);
cleanupOutdatedCaches();
// The application has one address. The worker leaves all other addresses to the server.
registerRoute(new NavigationRoute(createHandlerBoundToURL(DOCUMENT), { allowlist: [/^\/(?:\?|$)/] }));
registerRoute(
  LISTS,
  new NetworkFirst({ cacheName: 'lists', networkTimeoutSeconds: LIST_TIMEOUT_SECONDS, plugins: [json] }),
);
// Their names are made of their content, so a kept file equals the file on the server.
registerRoute(
  SCANS,
  new CacheFirst({
    cacheName: 'scans',
    plugins: [noPage, new ExpirationPlugin({ maxEntries: MOST_OF_SCANS }) as WorkboxPlugin],
  }),
);
