import { isIPv6 } from 'node:net';
import type { Context, Middleware } from 'koa';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Endpoint } from '#contract/endpoint.ts';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { TRANSFERS_PATH } from '#contract/transfers.ts';
import { AppError } from '../../errors.ts';

/** Counts the points that clients use up in a minute. */
export type RateLimiter = Pick<RateLimiterAbstract, 'points' | 'consume'>;

/** Called by monitoring, which must always get an answer; the metrics have their own account. */
const UNLIMITED = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Limits requests per minute and client (R13.13). Expensive endpoints have lower limits, in proportion to
 * `RATE_LIMIT_PER_MINUTE`. Each node counts separately. Small chunks of uploads are counted later (routes/uploads.ts),
 * other chunks never. Files of the build are not counted: they are cheap, a visit needs more than ten, and a school shares
 * one address.
 * @param isBuiltAsset whether a path is a file of the build that browsers cache for good
 */
export function rateLimit(limiter: RateLimiter, isBuiltAsset: (path: string) => boolean): Middleware {
  return async (ctx, next) => {
    // Koa caches the address, so that a chunk is counted for its client even if the connection breaks.
    const client = clientOf(ctx);
    const isFree = UNLIMITED.has(ctx.path) || isChunk(ctx) || (ctx.method === 'GET' && isBuiltAsset(ctx.path));
    if (!isFree) await consume(limiter, client, 1);
    await next();
  };
}

/** Counts one request against its client's limit. Throws RATE_LIMITED with `Retry-After` when it is over it. */
export const countRequest = (limiter: RateLimiter, ctx: Context): Promise<void> => consume(limiter, clientOf(ctx), 1);

/** Counts a request in the account of its endpoint. Throws RATE_LIMITED with `Retry-After` when that is empty. */
export const charge = (limiter: RateLimiter, ctx: Context, { account, points }: NonNullable<Endpoint['cost']>) =>
  consume(limiter, `${account} ${clientOf(ctx)}`, Math.min(points, limiter.points));

/** Chunks of this size cost the sender more than us. The page's have at least 64 KB, except at the end of a file. */
export const LEAST_CHUNK_BYTES = 4096;

const UPLOAD = new RegExp(`^(?:${UPLOADS_PATH}/[^/]+|${TRANSFERS_PATH}/[^/]+/content)$`);

/** A PATCH that announces enough bytes is counted only if they do not arrive. Browsers always announce a length. */
export function isChunk({ method, path, req }: Context): boolean {
  return method === 'PATCH' && UPLOAD.test(path) && Number(req.headers['content-length'] ?? 0) >= LEAST_CHUNK_BYTES;
}

/** Some proxies append the port to the address, with IPv6 in brackets. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

/** The key of a client: an address without a port, or the /64 of an IPv6 address, which one machine can choose from. */
export function clientOf({ ip }: Pick<Context, 'ip'>): string {
  const [, bracketed, dotted] = WITH_PORT.exec(ip) ?? [];
  const plain = (bracketed ?? dotted ?? ip).replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':') || !isIPv6(plain)) return plain;
  const [left = '', right] = plain.split('::');
  const head = left.split(':').filter(Boolean);
  const tail = right?.split(':').filter(Boolean) ?? [];
  const gap = right === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...gap, ...tail].slice(0, 4).join(':')}::/64`;
}

async function consume(limiter: RateLimiter, key: string, points: number): Promise<void> {
  try {
    await limiter.consume(key, points);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    // The library uses a timer to delete a key, but the system time for the remaining time, which may be set back.
    const seconds = Math.min(60, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
    const detail = `Please wait ${seconds} seconds and try again.`;
    throw new AppError('RATE_LIMITED', { detail, headers: { 'Retry-After': String(seconds) } });
  }
}
