import type { Context, Middleware } from 'koa';
import { AppError } from '../../errors.ts';
import type { Log } from '../../ports/log.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes from other sites, by `Sec-Fetch-Site` or `Origin` (R11.8). Clients without these headers are no browsers,
 * and are accepted. The first refusal of a same-site write is logged with the remedy: a proxy does not forward `Host`, so
 * that every form fails.
 */
export function sameOriginWrites(log: Log): Middleware {
  let isReported = false;
  return async (ctx, next) => {
    if (!READS.has(ctx.method)) {
      const site = ctx.get('Sec-Fetch-Site');
      if (site !== '' && site !== 'same-origin' && site !== 'none') throw new AppError('CROSS_SITE_REQUEST');
      const origin = ctx.get('Origin');
      if (origin !== '' && !isHostOf(origin, ctx.host)) {
        if (!isReported && isOwnWrite(ctx, site, origin)) {
          isReported = true;
          log.warn({}, REWRITTEN);
        }
        throw new AppError('CROSS_SITE_REQUEST');
      }
    }
    await next();
  };
}

const REWRITTEN =
  "a write of the site's own page was refused, since its Origin is not the Host that came here: have the proxy in front " +
  'pass the Host on (nginx: proxy_set_header Host $http_host), or send it as X-Forwarded-Host and set TRUST_PROXY';

/** Whether an origin is the site at `host`. Capitals and the port that the protocol has anyway do not matter. */
function isHostOf(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: wanted } = new URL(origin);
  const address = `${protocol}//${host}`;
  return URL.canParse(address) && new URL(address).host === wanted;
}

/** Whether the browser says that its own site sent it, or a proxy says that it was asked for this host. */
const isOwnWrite = (ctx: Context, site: string, origin: string): boolean =>
  site === 'same-origin' || isHostOf(origin, ctx.get('X-Forwarded-Host'));
