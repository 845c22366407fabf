import type { Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { ContentHashes } from '../static.ts';

/**
 * Security headers. Inline scripts and styles run only by their hashes, since the document is built and compressed
 * beforehand and cannot carry a nonce.
 */
export function securityHeaders({ scriptSrc, styleSrc }: ContentHashes): Middleware {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptSrc],
        styleSrc: ["'self'", ...styleSrc],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: 31_536_000 },
  });
}
