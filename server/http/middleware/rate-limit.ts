import type { Middleware } from 'koa';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../errors.ts';

type Limiter = Pick<RateLimiterAbstract, 'consume'>;

/** Asked by machines that must always get an answer. */
const UNLIMITED = new Set(['/healthz', '/readyz', '/metrics']);

/** So many requests a minute and client address; chunks of uploads are not counted (contract §2). */
export function rateLimit(limiter: Limiter): Middleware {
  return async (ctx, next) => {
    const isChunk = ctx.method === 'PATCH' && ctx.path.startsWith('/api/uploads/');
    if (!isChunk && !UNLIMITED.has(ctx.path)) await consume(limiter, ctx.ip);
    await next();
  };
}

async function consume(limiter: Limiter, client: string): Promise<void> {
  try {
    await limiter.consume(client);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    const detail = `Please wait ${seconds} seconds and try again.`;
    throw new AppError('RATE_LIMITED', { detail, headers: { 'Retry-After': String(seconds) } });
  }
}
