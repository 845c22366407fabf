import type { Mutation } from '../mutation.ts';
import { built, within } from '../within.ts';

/** Content security policy, other headers, and what the static files and their caches promise. */
export const headersAndFiles: readonly Mutation[] = [
  ...within('server/http/middleware/security-headers.ts', 'server/headers.test.ts', {
    'Inline scripts run without a hash': [
      'scriptSrc: ["\'self\'", ...scriptSrc],',
      'scriptSrc: ["\'self\'", "\'unsafe-inline\'", ...scriptSrc],',
    ],
    'Scripts of other sites run': [
      'scriptSrc: ["\'self\'", ...scriptSrc],',
      'scriptSrc: ["\'self\'", "https:", ...scriptSrc],',
    ],
    'The page may be framed by the content security policy': ['frameAncestors: ["\'none\'"],', ''],
    'A form may be sent to another site': ['formAction: ["\'self\'"],', ''],
    'The base of the page may be changed': ['baseUri: ["\'none\'"],', ''],
    'The page may call other sites': ['connectSrc: ["\'self\'"],', 'connectSrc: ["*"],'],
    'Handlers in attributes run': ['scriptSrcAttr: ["\'none\'"],', ''],
    'An answer of the API may be shown as a page': [
      "\"default-src 'none'; frame-ancestors 'none'\"",
      "\"default-src 'self'; frame-ancestors 'none'\"",
    ],
    'The address of the page is sent to other sites': [
      "referrerPolicy: { policy: 'no-referrer' },",
      "referrerPolicy: { policy: 'unsafe-url' },",
    ],
    'Answers may be read by pages of other sites': [
      "crossOriginResourcePolicy: { policy: 'same-origin' },",
      "crossOriginResourcePolicy: { policy: 'cross-origin' },",
    ],
    'The type of an answer may be guessed': ["'x-content-type-options']);", "'x-dns-prefetch-control']);"],
    'The page may use the camera': ["  'camera',\n", ''],
    'Transport security is not asked for over TLS': [
      "if (ctx.secure) ctx.set('Strict-Transport-Security', TRANSPORT);",
      'void TRANSPORT;',
    ],
    'Transport security is asked for over a plain connection': [
      "if (ctx.secure) ctx.set('Strict-Transport-Security', TRANSPORT);",
      "ctx.set('Strict-Transport-Security', TRANSPORT);",
    ],
  }),
  ...within('server/http/middleware/same-origin.ts', 'server/attacks.test.ts', {
    'Writes of other sites are taken by their Sec-Fetch-Site': [
      "if (site !== '' && site !== 'same-origin' && site !== 'none') throw new AppError('CROSS_SITE_REQUEST');",
      'void site;',
    ],
    'Writes of other sites are taken by their Origin': [
      "if (origin !== '' && !isHostOf(origin, ctx.host)) {",
      "if (origin === '' && !isHostOf(origin, ctx.host)) {",
      'server/same-origin.test.ts',
    ],
  }),
  ...within('server/http/static.ts', 'server/built-files.test.ts', {
    'The page is kept by browsers for good': [
      "name.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache'",
      "name.startsWith('') ? 'public, max-age=31536000, immutable' : 'no-cache'",
    ],
    'A file of another release with the same size and time is taken for the one that is known': [
      "hash('sha256', await readFile(path.join(dist, name)), 'base64url')",
      '(await readFile(path.join(dist, name))).length',
    ],
    "Files that are the server's own are given out": [
      '!PRIVATE.has(name) && ',
      'PRIVATE.size > 0 && ',
      'server/built-files.test.ts',
      'server/bundle-secrecy.test.ts',
    ],
  }),
  ...within('server/http/read-request.ts', ['server/bad-input.test.ts', 'server/route.test.ts'], {
    'The body of a request may have any length': ['LONGEST_BODY = 256 * 1024', 'LONGEST_BODY = 256 * 1024 * 1024'],
    'A body may name the prototype of an object': [
      "if (FORBIDDEN_KEYS.has(key)) throw malformed('The request has a forbidden key.');",
      'void FORBIDDEN_KEYS;',
      'server/bad-input.test.ts',
    ],
  }),
  ...within('server/http/middleware/rate-limit.ts', 'server/rate-limit.test.ts', {
    'Each connection of one client counts as a separate client': ['(bracketed ?? dotted ?? ip)', '(bracketed ?? ip)'],
    'All addresses of one household count as clients of their own': [
      ".slice(0, 4).join(':')",
      ".slice(0, 8).join(':')",
    ],
  }),
  ...within('server/http/upload-body.ts', 'server/cheap-requests.test.ts', {
    'Empty chunks are not counted as requests': [
      'if (kept < LEAST_CHUNK_BYTES && isChunk(ctx)) await countRequest(rateLimiter, ctx);',
      'void [LEAST_CHUNK_BYTES, isChunk, countRequest, rateLimiter, kept];',
    ],
  }),
  ...within('server/http/routes/uploads.ts', ['server/claims.test.ts', 'server/uploads.test.ts'], {
    'A claimed document of an application is removed by a client that knows its upload': [
      "throw isDone\n    ? new AppError('ALREADY_SUBMITTED'",
      "if (isDone || !isDone) return;\n  throw isDone\n    ? new AppError('ALREADY_SUBMITTED'",
    ],
  }),
  ...within(
    'server/http/event-streams.ts',
    ['server/follow.test.ts', 'server/pipeline.test.ts', 'server/followers.test.ts'],
    {
      'The figures of a submission are read from the ledger before it is watched, and a change in between is missed': [
        'if (early) send(early);',
        'void early;',
      ],
    },
  ),
];

/** The application without a network: what the service worker keeps, and how a new version comes. */
export const serviceWorker: readonly Mutation[] = [
  ...built(
    within('build/service-worker.ts', 'browser/offline.test.ts', {
      'The document is not kept for a visit without a network': [
        "globPatterns: ['**/*.{js,html,svg,png,webmanifest}'],",
        "globPatterns: ['**/*.{js,svg,png,webmanifest}'],",
      ],
    }),
  ),
  ...built(
    within('src/platform/worker/service-worker.ts', 'browser/offline.test.ts', {
      'The lists of the last visit are not kept': [
        '(?:agent-list|intakes|classifications|config|college)$/;',
        '(?:none)$/;',
      ],
      'A new version takes over without being asked for': [
        'clientsClaim();',
        'clientsClaim();\nvoid self.skipWaiting();',
      ],
      'The document of another version may be kept while a server is being replaced': [
        '(await response.clone().text()).includes(release)',
        '(await response.clone().text()).includes("")',
      ],
    }),
  ),
  ...built(
    within('src/platform/service-worker.ts', 'browser/offline.test.ts', {
      'A page whose new version was accepted is not reloaded': [
        "if (accepted || document.visibilityState === 'hidden') location.reload();",
        'void accepted;',
      ],
      'A new version that waits is not offered': [
        'const offer = () => dispatch(updateReady());',
        'const offer = () => void updateReady;',
      ],
    }),
  ),
  ...within('src/platform/service-worker.ts', 'features/platform/service-worker.test.ts', {
    'A first visit reads that a new version is ready': [
      'if (registration.waiting && !first) offer();',
      'if (registration.waiting) offer();',
    ],
  }),
];
