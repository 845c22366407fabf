import type { Mutation } from '../mutation.ts';

const headers = 'server/http/middleware/security-headers.ts';
const worker = 'build/service-worker.ts';
const statics = 'server/http/static.ts';
const server = (...names: string[]) => names.map((name) => `tests/server/${name}.test.ts`);
const policy = server('headers', 'http');
const offline = ['tests/browser/offline.test.ts'];

/** Content security policy, other headers, and what the static files and their caches promise. */
export const headersAndFiles: readonly Mutation[] = [
  {
    rule: 'Inline scripts run without a hash',
    file: headers,
    find: 'scriptSrc: ["\'self\'", ...scriptSrc],',
    replace: 'scriptSrc: ["\'self\'", "\'unsafe-inline\'", ...scriptSrc],',
    tests: policy,
  },
  {
    rule: 'Scripts of other sites run',
    file: headers,
    find: 'scriptSrc: ["\'self\'", ...scriptSrc],',
    replace: 'scriptSrc: ["\'self\'", "https:", ...scriptSrc],',
    tests: policy,
  },
  {
    rule: 'The page may be framed by the content security policy',
    file: headers,
    find: 'frameAncestors: ["\'none\'"],',
    replace: '',
    tests: policy,
  },
  {
    rule: 'A form may be sent to another site',
    file: headers,
    find: 'formAction: ["\'self\'"],',
    replace: '',
    tests: policy,
  },
  {
    rule: 'The base of the page may be changed',
    file: headers,
    find: 'baseUri: ["\'none\'"],',
    replace: '',
    tests: policy,
  },
  {
    rule: 'The page may call other sites',
    file: headers,
    find: 'connectSrc: ["\'self\'"],',
    replace: 'connectSrc: ["*"],',
    tests: policy,
  },
  {
    rule: 'Handlers in attributes run',
    file: headers,
    find: 'scriptSrcAttr: ["\'none\'"],',
    replace: '',
    tests: policy,
  },
  {
    rule: 'An answer of the API may be shown as a page',
    file: headers,
    find: "\"default-src 'none'; frame-ancestors 'none'\"",
    replace: "\"default-src 'self'; frame-ancestors 'none'\"",
    tests: policy,
  },
  {
    rule: 'The address of the page is told to other sites',
    file: headers,
    find: "referrerPolicy: { policy: 'no-referrer' },",
    replace: "referrerPolicy: { policy: 'unsafe-url' },",
    tests: policy,
  },
  {
    rule: 'Answers may be read by pages of other sites',
    file: headers,
    find: "crossOriginResourcePolicy: { policy: 'same-origin' },",
    replace: "crossOriginResourcePolicy: { policy: 'cross-origin' },",
    tests: policy,
  },
  {
    rule: 'The type of an answer may be guessed',
    file: headers,
    find: "'x-content-type-options']);",
    replace: "'x-dns-prefetch-control']);",
    tests: policy,
  },
  {
    rule: 'The page may use the camera',
    file: headers,
    find: "  'camera',\n",
    replace: '',
    tests: policy,
  },
  {
    rule: 'Transport security is not asked for over TLS',
    file: headers,
    find: "if (ctx.secure) ctx.set('Strict-Transport-Security', TRANSPORT);",
    replace: 'void TRANSPORT;',
    tests: policy,
  },
  {
    rule: 'Transport security is asked for over a plain connection',
    file: headers,
    find: "if (ctx.secure) ctx.set('Strict-Transport-Security', TRANSPORT);",
    replace: "ctx.set('Strict-Transport-Security', TRANSPORT);",
    tests: policy,
  },
  {
    rule: 'Writes of other sites are taken by their Sec-Fetch-Site',
    file: 'server/http/middleware/same-origin.ts',
    find: "if (site !== '' && site !== 'same-origin' && site !== 'none') throw new AppError('CROSS_SITE_REQUEST');",
    replace: 'void site;',
    tests: server('bad-input'),
  },
  {
    rule: 'Writes of other sites are taken by their Origin',
    file: 'server/http/middleware/same-origin.ts',
    find: "if (origin !== '' && hostOf(origin) !== ctx.host) throw new AppError('CROSS_SITE_REQUEST');",
    replace: 'void [origin, hostOf];',
    tests: server('bad-input'),
  },
  {
    rule: 'The page is kept by browsers for good',
    file: statics,
    find: "name.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache'",
    replace: "name.startsWith('') ? 'public, max-age=31536000, immutable' : 'no-cache'",
    tests: server('built-files'),
  },
  {
    rule: "Files that are the server's own are given out",
    file: statics,
    find: '!PRIVATE.has(name) && ',
    replace: 'PRIVATE.size > 0 && ',
    tests: server('built-files', 'bundle-secrecy'),
  },
  {
    rule: 'The body of a request may have any length',
    file: 'server/http/read-request.ts',
    find: 'LONGEST_BODY = 256 * 1024',
    replace: 'LONGEST_BODY = 256 * 1024 * 1024',
    tests: server('bad-input', 'route'),
  },
  {
    rule: 'A body may name the prototype of an object',
    file: 'server/http/read-request.ts',
    find: "if (FORBIDDEN_KEYS.has(key)) throw malformed('The request has a forbidden key.');",
    replace: 'void FORBIDDEN_KEYS;',
    tests: server('bad-input'),
  },
  {
    rule: 'All addresses of one household count as clients of their own',
    file: 'server/http/middleware/rate-limit.ts',
    find: ".slice(0, 4).join(':')",
    replace: ".slice(0, 8).join(':')",
    tests: server('rate-limit'),
  },
  {
    rule: 'Empty chunks are not counted as requests',
    file: 'server/http/routes/uploads.ts',
    find: 'if (brought < LEAST_CHUNK_BYTES && isChunk(ctx)) await countRequest(deps.rateLimiter, ctx);',
    replace: 'void [LEAST_CHUNK_BYTES, isChunk, countRequest, brought];',
    tests: server('cheap-requests'),
  },
  {
    rule: 'A claimed document of an application is removed by whoever knows its upload',
    file: 'server/http/routes/uploads.ts',
    find: "throw isDone\n    ? new AppError('ALREADY_SUBMITTED'",
    replace: "if (isDone || !isDone) return;\n  throw isDone\n    ? new AppError('ALREADY_SUBMITTED'",
    tests: server('claims', 'uploads'),
  },
  {
    rule: 'The figures of a submission are read from the ledger before it is watched, and a change in between is missed',
    file: 'server/http/routes/submissions.ts',
    find: 'if (early) send(early);',
    replace: 'void early;',
    tests: server('follow', 'pipeline', 'followers'),
  },
];

/** The application without a network: what the service worker keeps, and how a new version comes. */
export const serviceWorker: readonly Mutation[] = [
  {
    rule: 'The document is not kept for a visit without a network',
    file: worker,
    find: "globPatterns: ['**/*.{js,html,svg,png,webmanifest}'],",
    replace: "globPatterns: ['**/*.{js,svg,png,webmanifest}'],",
    tests: offline,
    needsBuild: true,
  },
  {
    rule: 'The lists of the last visit are not kept',
    file: worker,
    find: '(?:agent-list|intakes|classifications|config)$/;',
    replace: '(?:none)$/;',
    tests: offline,
    needsBuild: true,
  },
  {
    rule: 'A new version takes over without being asked for',
    file: worker,
    find: 'clientsClaim: true,',
    replace: 'clientsClaim: true,\n      skipWaiting: true,',
    tests: offline,
    needsBuild: true,
  },
  {
    rule: 'A page whose new version was accepted is not loaded anew',
    file: 'src/platform/service-worker.ts',
    find: "if (accepted || document.visibilityState === 'hidden') location.reload();",
    replace: 'void accepted;',
    tests: offline,
    needsBuild: true,
  },
  {
    rule: 'A new version that waits is not offered',
    file: 'src/platform/service-worker.ts',
    find: 'const offer = () => dispatch(updateReady());',
    replace: 'const offer = () => void updateReady;',
    tests: offline,
    needsBuild: true,
  },
  {
    rule: 'A first visit is told that a new version is ready',
    file: 'src/platform/service-worker.ts',
    find: 'if (registration.waiting && !first) offer();',
    replace: 'if (registration.waiting) offer();',
    tests: ['tests/features/platform/service-worker.test.ts'],
  },
  {
    rule: 'The document of another version may be kept while a server is being replaced',
    file: worker,
    find: '(entry.url === DOCUMENT ? { ...entry, integrity } : entry)',
    replace: '(entry.url === DOCUMENT && integrity === "" ? { ...entry, integrity } : entry)',
    tests: offline,
    needsBuild: true,
  },
];
