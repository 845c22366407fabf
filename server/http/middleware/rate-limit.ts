import { isIPv6 } from 'node:net';
import type { Context, Middleware } from 'koa';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Endpoint } from '#contract/endpoint.ts';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { TRANSFERS_PATH } from '#contract/transfers.ts';
import { AppError } from '../../errors.ts';

/** Counts the points that clients use up in a minute. */
export type RateLimiter = Pick<RateLimiterAbstract, 'points' | 'consume'>;

/** Asked by machines that must always get an answer; the figures have an account of their own. */
const UNLIMITED = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * So many requests a minute and client (R13.13); of those that cost more fewer, as their endpoints say, all in
 * proportion to `RATE_LIMIT_PER_MINUTE`. Each node counts for itself. Chunks of uploads are not counted
 * here: those that are small or bring little are counted once that is known (routes/uploads.ts). Neither are files of
 * the build: a visit takes ten and more, a school shares one address, and reading one costs next to nothing.
 * @param isBuiltAsset whether a path is an existing file of the build that browsers keep for good
 */
export function rateLimit(limiter: RateLimiter, isBuiltAsset: (path: string) => boolean): Middleware {
  return async (ctx, next) => {
    // Koa remembers the address, so that a chunk whose connection breaks is still counted for its client.
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

/** A chunk of so many bytes costs more to send than to take. The page's have 64 KB and more, but for the end of a file. */
export const LEAST_CHUNK_BYTES = 4096;

const UPLOAD = new RegExp(`^(?:${UPLOADS_PATH}/[^/]+|${TRANSFERS_PATH}/[^/]+/content)$`);

/** A PATCH that announces enough bytes is not counted before they have come. Browsers always announce a length. */
export function isChunk({ method, path, req }: Context): boolean {
  return method === 'PATCH' && UPLOAD.test(path) && Number(req.headers['content-length'] ?? 0) >= LEAST_CHUNK_BYTES;
}

/** Some proxies write the port behind the address, and IPv6 in brackets then. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

/** Who counts as one client: an address without a port, or a /64 of IPv6 addresses, since a household or a machine chooses among them. */
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
    // The library forgets a key by a timer, but says how long by the time of day, which may have been set back.
    const seconds = Math.min(60, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
    const detail = `Please wait ${seconds} seconds and try again.`;
    throw new AppError('RATE_LIMITED', { detail, headers: { 'Retry-After': String(seconds) } });
  }
}
