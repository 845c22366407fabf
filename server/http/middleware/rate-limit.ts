import type { Context, Middleware } from 'koa';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { UPLOADS_PATH } from '#contract/endpoints.ts';
import { AppError } from '../../errors.ts';
import { clientOf } from '../client-of.ts';

type Limiter = Pick<RateLimiterAbstract, 'consume' | 'points'>;

/** Asked by machines that must always get an answer. */
const UNLIMITED = new Set(['/healthz', '/readyz']);

const APPLICATION = /^\/api\/(?:student|short|agent)-applications\//;

/** What costs more than others has an account of its own beside the general one, and each request counts as so many. */
const COSTLY: readonly { readonly name: string; readonly weight: number; readonly is: (ctx: Context) => boolean }[] = [
  // Goes out to the source of the agent list.
  { name: 'refresh', weight: 10, is: (ctx) => ctx.path === '/api/agent-list' && ctx.query.refresh === 'true' },
  { name: 'application', weight: 3, is: ({ method, path }) => method === 'PUT' && APPLICATION.test(path) },
  { name: 'upload', weight: 2, is: ({ method, path }) => method === 'POST' && path === UPLOADS_PATH },
];

/**
 * So many requests a minute and client (contract §2); of costly ones fewer, all in proportion to
 * `RATE_LIMIT_PER_MINUTE`. Nodes that share a database count together. Not counted: chunks of uploads, unless they
 * are small or bring little (`countUnlessItBrings`), and files of the build: a visit takes ten and more, a school stands behind one
 * address, and reading one costs next to nothing. Who watches the figures has an account of its own, as large.
 * @param isBuiltAsset whether a path is an existing file of the build that browsers keep for good
 */
export function rateLimit(limiter: Limiter, isBuiltAsset: (path: string) => boolean): Middleware {
  return async (ctx, next) => {
    // Read while the connection stands: Koa keeps it, and what breaks off is counted for its client all the same.
    const client = clientOf(ctx.ip);
    if (ctx.path === '/metrics') {
      await consume(limiter, `metrics ${client}`, 1);
    } else if (!isChunk(ctx) && !(ctx.method === 'GET' && isBuiltAsset(ctx.path)) && !UNLIMITED.has(ctx.path)) {
      await count(limiter, ctx);
      const costly = COSTLY.find(({ is }) => is(ctx));
      if (costly) {
        await consume(limiter, `${costly.name} ${client}`, Math.min(costly.weight, limiter.points));
      }
    }
    await next();
  };
}

/** Counts one request against its client's limit. Throws RATE_LIMITED with `Retry-After` when it is over it. */
export const count = (limiter: Limiter, ctx: Context): Promise<void> => consume(limiter, clientOf(ctx.ip), 1);

/** A chunk that costs more to send than to take. The page's have 64 KB and more, but for the end of a file. */
export const LEAST_CHUNK_BYTES = 4096;

/**
 * A PATCH that announces so many bytes that it is not counted. What becomes of them shows later. One that announces no
 * length is counted: no browser sends such a one.
 */
export function isChunk({ method, path, req }: Context): boolean {
  if (method !== 'PATCH' || !path.startsWith(`${UPLOADS_PATH}/`)) return false;
  return Number(req.headers['content-length'] ?? 0) >= LEAST_CHUNK_BYTES;
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
