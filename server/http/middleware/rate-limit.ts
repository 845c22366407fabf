import { isIPv6 } from 'node:net';
import type { Context, Middleware } from 'koa';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { AppError } from '../../errors.ts';

type Limiter = Pick<RateLimiterAbstract, 'consume' | 'points'>;

/** Asked by machines that must always get an answer. */
const UNLIMITED = new Set(['/healthz', '/readyz', '/metrics']);

const APPLICATION = /^\/api\/(?:student|short|agent)-applications\//;

/** What costs more than others has an account of its own beside the general one, and each request counts as so many. */
const COSTLY: readonly { readonly name: string; readonly weight: number; readonly is: (ctx: Context) => boolean }[] = [
  // Goes out to the source of the agent list.
  { name: 'refresh', weight: 10, is: (ctx) => ctx.path === '/api/agent-list' && ctx.query.refresh === 'true' },
  { name: 'application', weight: 3, is: ({ method, path }) => method === 'PUT' && APPLICATION.test(path) },
  { name: 'upload', weight: 2, is: ({ method, path }) => method === 'POST' && path === UPLOADS_PATH },
];

/**
 * So many requests a minute and client, chunks of uploads not counted (contract §2); of costly ones fewer, all in
 * proportion to `RATE_LIMIT_PER_MINUTE`. Nodes that share a database count together.
 */
export function rateLimit(limiter: Limiter): Middleware {
  return async (ctx, next) => {
    const isChunk = ctx.method === 'PATCH' && ctx.path.startsWith(`${UPLOADS_PATH}/`);
    if (!isChunk && !isBuiltFile(ctx) && !UNLIMITED.has(ctx.path)) {
      const client = clientOf(ctx.ip);
      await consume(limiter, client, 1);
      const costly = COSTLY.find(({ is }) => is(ctx));
      if (costly) await consume(limiter, `${costly.name} ${client}`, Math.min(costly.weight, limiter.points));
    }
    await next();
  };
}

/** A visit takes ten files and more, and a school stands behind one address. Reading one costs next to nothing. */
const isBuiltFile = ({ method, path }: Context): boolean => method === 'GET' && path.startsWith('/assets/');

/** A household or a machine has a /64 of IPv6 addresses, and may choose among them. */
function clientOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':') || !isIPv6(plain)) return plain;
  const [left = '', right] = plain.split('::');
  const head = left.split(':').filter(Boolean);
  const tail = right?.split(':').filter(Boolean) ?? [];
  const gap = right === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...gap, ...tail].slice(0, 4).join(':')}::/64`;
}

async function consume(limiter: Limiter, key: string, points: number): Promise<void> {
  try {
    await limiter.consume(key, points);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    const detail = `Please wait ${seconds} seconds and try again.`;
    throw new AppError('RATE_LIMITED', { detail, headers: { 'Retry-After': String(seconds) } });
  }
}
