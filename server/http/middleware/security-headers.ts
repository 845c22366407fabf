import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa, { type Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { ContentHashes } from '../static.ts';

/** Browser features that a form does not need, denied to injected scripts too. */
const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Two years, as browsers' preload lists require, without subdomains, which may belong to others. */
const TRANSPORT = `max-age=${2 * 365 * 86_400}`;

/** The headers for answers other than documents; all headers would add a kilobyte to every script and stream. */
const OF_ALL = new Set(['cross-origin-resource-policy', 'referrer-policy', 'x-content-type-options']);
/** An API answer may not be displayed, run or framed. */
export const POLICY_OF_CALLS = "default-src 'none'; frame-ancestors 'none'";

/**
 * Security headers for documents, API answers and static files. Inline scripts and styles are allowed by hash, since the
 * prebuilt document cannot contain a nonce. `Strict-Transport-Security` is sent only over TLS, also if a proxy says so by
 * `X-Forwarded-Proto` (`TRUST_PROXY`).
 */
export async function securityHeaders(hashes: ContentHashes): Promise<Middleware> {
  const ofDocuments = Object.entries({ ...(await headersOf(protection(hashes))), 'Permissions-Policy': PERMISSIONS });
  const ofFiles = ofDocuments.filter(([name]) => OF_ALL.has(name));
  const ofCalls = [...ofFiles, ['Content-Security-Policy', POLICY_OF_CALLS], ['X-Frame-Options', 'DENY']] as const;
  return (ctx, next) => {
    const { path } = ctx;
    const headers = path.startsWith('/api/') ? ofCalls : path.startsWith('/assets/') ? ofFiles : ofDocuments;
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    if (ctx.secure) ctx.set('Strict-Transport-Security', TRANSPORT);
    return next();
  };
}

/** As documents need it. */
function protection({ scriptSrc, styleSrc }: ContentHashes): Middleware {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        // Covers the manifest too: some WebKit versions do not know its directive and would report it.
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptSrc],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", ...styleSrc],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // The page needs no shared memory and embeds nothing from other sites.
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
}

/** The headers that a middleware sets. It runs once, since helmet is a dozen functions. */
async function headersOf(middleware: Middleware): Promise<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  await middleware(new Koa().createContext(request, response), async () => undefined);
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}
