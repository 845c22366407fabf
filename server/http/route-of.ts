import type { Context } from 'koa';
import { UPLOADS_PATH } from '#contract/endpoints.ts';

/** The pattern of a request's address, for logs and figures: an address itself can carry an id, or anything at all. */
export function routeOf(ctx: Context): string {
  if (typeof ctx._matchedRoute === 'string') return ctx._matchedRoute;
  if (ctx.path === UPLOADS_PATH) return UPLOADS_PATH;
  if (ctx.path.startsWith(`${UPLOADS_PATH}/`)) return `${UPLOADS_PATH}/:id`;
  return ctx.path.startsWith('/api/') ? 'unknown' : 'static';
}
