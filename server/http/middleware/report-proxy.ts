import type { Context, Middleware } from 'koa';
import type { AppDeps } from '../deps.ts';

/** Called by local monitoring, not through the proxies. */
const FROM_INSIDE = new Set(['/healthz', '/readyz', '/metrics']);
/** A client can send X-Forwarded-For itself; this many requests in a row come from a proxy. */
const LONGER_IN_A_ROW = 10;

/** Each proxy adds one address to `X-Forwarded-For`. Reports once when TRUST_PROXY or the passed Host is wrong. */
export function reportProxy({ trustProxy, log }: Pick<AppDeps, 'trustProxy' | 'log'>): Middleware {
  const reported = new Set<string>();
  const report = (words: string) => {
    if (!reported.has(words)) log.warn({ trustProxy }, words);
    reported.add(words);
  };
  let longerInARow = 0;
  let wasRight = false;
  const compare = (addresses: number) => {
    if (trustProxy === 0) return addresses > 0 ? report(UNTRUSTED) : undefined;
    if (addresses < trustProxy) report(TOO_LARGE);
    if (addresses === trustProxy) wasRight = true;
    longerInARow = addresses > trustProxy ? longerInARow + 1 : 0;
    if (!wasRight && longerInARow >= LONGER_IN_A_ROW) report(TOO_SMALL);
  };
  return (ctx, next) => {
    const addresses = ctx
      .get('X-Forwarded-For')
      .split(',')
      .filter((part) => part.trim() !== '').length;
    if (!FROM_INSIDE.has(ctx.path) && (addresses > 0 || !isLocal(ctx.hostname))) compare(addresses);
    if (addresses > 0 && isHostOfServer(ctx)) report(OTHER_HOST);
    return next();
  };
}

const isLocal = (hostname: string) => hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');

/** Whether a request has the name by which only a proxy knows this server: its own address and port, or a single word. */
function isHostOfServer({ host, hostname, req }: Context): boolean {
  const { localAddress = '', localPort } = req.socket;
  const own = `${localAddress.replace(/^::ffff:/, '')}:${localPort}`;
  return host === own || /^[a-z0-9_-]+$/i.test(hostname.replace(/^localhost$/, ''));
}

const UNTRUSTED =
  'requests come with X-Forwarded-For, and TRUST_PROXY is 0: if there is a proxy in front, all of its clients count as one ' +
  'and share its limits. Set TRUST_PROXY to the number of proxies';
const TOO_SMALL =
  'requests passed more proxies than TRUST_PROXY says: all clients of the proxy in front count as one and share its ' +
  'limits. Set TRUST_PROXY to the number of proxies';
const TOO_LARGE =
  'a request passed fewer proxies than TRUST_PROXY says: clients can invent their address and escape the limits. Set ' +
  'TRUST_PROXY to the number of proxies, close every other way to this server, and have each add X-Forwarded-For';
const OTHER_HOST =
  'requests come through a proxy with the Host of this server instead of the one that was asked for, so that the page can ' +
  'send nothing: have the proxy pass it on (nginx: proxy_set_header Host $http_host)';
