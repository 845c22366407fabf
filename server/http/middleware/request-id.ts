import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Log } from '../../ports/log.ts';

const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Gives every request an id, answered as `X-Request-Id`, and one log line: method, route, status, time. The route is
 * the pattern, not the address; no line has a person's data.
 */
export function requestId(log: Log): Middleware {
  return async (ctx, next) => {
    const id = randomUUID();
    ctx.state.requestId = id;
    ctx.set('X-Request-Id', id);
    const began = performance.now();
    ctx.res.once('close', () => {
      if (QUIET.has(ctx.path)) return;
      const route =
        typeof ctx._matchedRoute === 'string'
          ? ctx._matchedRoute
          : ctx.path.startsWith('/api')
            ? ctx.path.split('/').slice(0, 3).join('/')
            : 'static';
      const ms = Math.round(performance.now() - began);
      log.info({ request: id, method: ctx.method, route, status: ctx.res.statusCode, ms }, 'request');
    });
    await next();
  };
}
