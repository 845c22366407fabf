import type { Middleware } from 'koa';

/** Once the server is ending, every answer asks its client to come back on another connection. */
export function closeWhileDraining(draining: AbortSignal): Middleware {
  return (ctx, next) => {
    if (draining.aborted) ctx.set('Connection', 'close');
    return next();
  };
}
