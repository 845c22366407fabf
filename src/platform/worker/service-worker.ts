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

/** The part of a service worker's scope in use; the types of the page's own scope stand elsewhere. */
interface WorkerScope {
  readonly __WB_MANIFEST: readonly PrecacheEntry[];
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (event: { readonly data?: { readonly type?: string } }) => void): void;
}
declare const self: WorkerScope;

/** The document that opens the application; everything else in it has a name made of its content. */
const DOCUMENT = 'index.html';
/** What may be seen without a network: lists, nothing personal. With a query (`refresh=true`) the network alone answers. */
const LISTS = /^https?:\/\/[^/]+\/api\/(?:agent-list|intakes|classifications|config|college)$/;
/** Scripts and libraries that make a PDF of photos: megabytes, kept once a person has used them (vite.config.ts). */
const SCANS = /^https?:\/\/[^/]+\/assets\/scan\//;
/** Those of two releases: an open page may still be the older one. */
const MOST_OF_SCANS = 40;
/** A server that has not answered for so long may as well be away. */
const LIST_TIMEOUT_SECONDS = 5;

const kept = self.__WB_MANIFEST;
/** Stands in the document of this release, and in no other one. */
const release = kept.find(({ url }) => url === DOCUMENT)?.revision ?? '';

const isOf = (type: string, { headers }: Response): boolean => headers.get('Content-Type')?.includes(type) ?? false;

function refuse(response: Response): never {
  throw new Error(`something else answered in place of our server: ${response.url}`);
}

/**
 * While the application is being kept, every answer has to be ours: the sign-in page of a Wi-Fi must not become the
 * application. Scripts are held to their hash by the browser. The document is not, since proxies and virus scanners change
 * HTML on the way; it has to be the one of this release, because a server that is being replaced may send another one.
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
// The application has one address; what the server shows under others is its own business.
registerRoute(new NavigationRoute(createHandlerBoundToURL(DOCUMENT), { allowlist: [/^\/(?:\?|$)/] }));
registerRoute(
  LISTS,
  new NetworkFirst({ cacheName: 'lists', networkTimeoutSeconds: LIST_TIMEOUT_SECONDS, plugins: [json] }),
);
// Their names are made of their content: what is kept is what the server has.
registerRoute(
  SCANS,
  new CacheFirst({
    cacheName: 'scans',
    plugins: [noPage, new ExpirationPlugin({ maxEntries: MOST_OF_SCANS }) as WorkboxPlugin],
  }),
);
