import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { isUuid } from '../read-request.ts';

const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Gives every request an id, answered as `X-Request-Id`, one log line (method, route, submission, status, time to the
 * last byte), and its place in the figures. The route is the pattern, not the address; no line has a person's data.
 * Event streams are not in the figures: they last as long as their readers stay.
 */
export function observe(log: Log, metrics?: Metrics): Middleware {
  return (ctx, next) => {
    const id = randomUUID();
    ctx.state.requestId = id;
    ctx.set('X-Request-Id', id);
    const began = performance.now();
    ctx.res.once('close', () => {
      const { method, path } = ctx;
      const ms = performance.now() - began;
      const facts = { method, route: routeOf(ctx), status: ctx.res.statusCode };
      if (ctx.type !== 'text/event-stream') metrics?.request({ ...facts, seconds: ms / 1000 });
      if (!QUIET.has(path)) log.info({ request: id, ...facts, ...submissionOf(ctx), ms: Math.round(ms) }, 'request');
    });
    return next();
  };
}

/** The submission that the address names, in the form in which the stages' lines have it. */
function submissionOf(ctx: Context): { readonly submission?: string } {
  const params: unknown = ctx.params;
  if (typeof params !== 'object' || params === null || !('id' in params) || typeof params.id !== 'string') return {};
  return isUuid(params.id) ? { submission: params.id.toLowerCase() } : {};
}

/** The pattern of a request's address, for logs and figures: an address itself can carry an id, or anything at all. */
function routeOf(ctx: Context): string {
  if (typeof ctx._matchedRoute === 'string') return ctx._matchedRoute;
  return ctx.path.startsWith('/api/') ? 'unknown' : 'static';
}

/** Once the server is ending, every answer asks its client to come back on another connection. */
export function closeWhileDraining(draining: AbortSignal): Middleware {
  return (ctx, next) => {
    if (draining.aborted) ctx.set('Connection', 'close');
    return next();
  };
}
