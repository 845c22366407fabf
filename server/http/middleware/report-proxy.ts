import type { Middleware } from 'koa';
import type { AppDeps } from '../deps.ts';

/** Warns at the first request with `X-Forwarded-For` if no proxy is trusted: the operator may not know. */
export function reportProxy({ trustProxy, log }: Pick<AppDeps, 'trustProxy' | 'log'>): Middleware {
  let isReported = trustProxy > 0;
  return (ctx, next) => {
    if (!isReported && ctx.get('X-Forwarded-For') !== '') {
      isReported = true;
      log.warn({}, UNTRUSTED);
    }
    return next();
  };
}

const UNTRUSTED =
  'requests come with X-Forwarded-For, and TRUST_PROXY is 0: if there is a proxy in front, all of its clients count as one ' +
  'and share its limits. Set TRUST_PROXY to the number of proxies';
