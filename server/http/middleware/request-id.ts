import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Log } from '../../ports/log.ts';
import { routeOf } from '../route-of.ts';
import { isUuid } from '../uuid.ts';

const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Gives every request an id, answered as `X-Request-Id`, and one log line: method, route, submission, status, time. The
 * route is the pattern, not the address; no line has a person's data.
 */
export function requestId(log: Log): Middleware {
  return (ctx, next) => {
    const id = randomUUID();
    ctx.state.requestId = id;
    ctx.set('X-Request-Id', id);
    const began = performance.now();
    ctx.res.once('close', () => {
      if (QUIET.has(ctx.path)) return;
      const ms = Math.round(performance.now() - began);
      const { method } = ctx;
      const facts = { request: id, method, route: routeOf(ctx), ...submissionOf(ctx), status: ctx.res.statusCode, ms };
      log.info(facts, 'request');
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
