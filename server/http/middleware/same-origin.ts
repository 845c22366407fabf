import type { Middleware } from 'koa';
import { AppError } from '../../errors.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that another site sent, as `Sec-Fetch-Site` or `Origin` says. A client without these headers is no
 * browser and passes (R11.8).
 */
export const sameOriginWrites: Middleware = async (ctx, next) => {
  if (!READS.has(ctx.method)) {
    const site = ctx.get('Sec-Fetch-Site');
    if (site !== '' && site !== 'same-origin' && site !== 'none') throw new AppError('CROSS_SITE_REQUEST');
    const origin = ctx.get('Origin');
    if (origin !== '' && hostOf(origin) !== ctx.host) throw new AppError('CROSS_SITE_REQUEST');
  }
  await next();
};

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
