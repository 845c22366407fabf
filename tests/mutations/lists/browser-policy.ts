import type { Mutation } from '../mutation.ts';

/** Headers of the pages, and the service worker. */
export const browserPolicy: readonly Mutation[] = [
  {
    rule: 'Inline scripts run without a hash',
    file: 'server/http/middleware/security-headers.ts',
    find: 'scriptSrc: ["\'self\'", ...scriptSrc],',
    replace: 'scriptSrc: ["\'self\'", "\'unsafe-inline\'", ...scriptSrc],',
    test: 'server/headers.test.ts',
  },
  {
    rule: 'The page may be framed by the content security policy',
    file: 'server/http/middleware/security-headers.ts',
    find: 'frameAncestors: ["\'none\'"],',
    replace: '',
    test: 'server/headers.test.ts',
  },
  {
    rule: 'Answers may be read by pages of other sites',
    file: 'server/http/middleware/security-headers.ts',
    find: "crossOriginResourcePolicy: { policy: 'same-origin' },",
    replace: "crossOriginResourcePolicy: { policy: 'cross-origin' },",
    test: 'server/headers.test.ts',
  },
  {
    rule: 'The document is not kept for a visit without a network',
    file: 'build/service-worker.ts',
    find: "globPatterns: ['**/*.{js,html,svg,png,webmanifest}'],",
    replace: "globPatterns: ['**/*.{js,svg,png,webmanifest}'],",
    test: 'browser/offline.test.ts',
  },
  {
    rule: 'A new version takes over without being asked for',
    file: 'src/platform/worker/service-worker.ts',
    find: 'clientsClaim();',
    replace: 'clientsClaim();\nvoid self.skipWaiting();',
    test: 'browser/offline.test.ts',
  },
  {
    rule: 'The document of another version may be kept while a server is being replaced',
    file: 'src/platform/worker/service-worker.ts',
    find: '(await response.clone().text()).includes(release)',
    replace: '(await response.clone().text()).includes("")',
    test: 'browser/offline.test.ts',
  },
];
